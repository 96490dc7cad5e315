#include "attributes.h"

#include <stdlib.h>
#include <string.h>

#define MANY 4 /* a record has a weight for every tag where one of so many tags has one */

/* How many weights are kept of an attribute that has `count`. */
static uint32_t kept_of(const Attributes *all, uint32_t count) { return count * MANY >= all->tags ? all->tags : count; }

/* Where the weights of a record begin, whose name is `size` bytes. */
static size_t behind_name(size_t size) { return 2 + (size + 3) / 4; }

/* How many items a record takes up. */
static size_t room_of(const Attributes *all, size_t size, uint32_t weights)
{
    return behind_name(size) + weights + (weights == all->tags ? 0 : ((size_t)weights + 1) / 2);
}

/* Whether a record's name is head and parts; what is looked up may be anybody's, what is in the table is the model's
   alone, so that no text can make the table slow. */
static int is_named(const uint32_t *record, const Name *name)
{
    size_t size = name->head.size + (name->count ? name->count - 1 : 0);
    for (size_t i = 0; i < name->count; i++) {
        size += name->parts[i]->piece.size;
    }
    const char *text = (const char *)(record + 2);
    if (record[0] != size || memcmp(text, name->head.text, name->head.size)) {
        return 0;
    }
    text += name->head.size;
    for (size_t i = 0; i < name->count; i++) {
        Piece piece = name->parts[i]->piece;
        if ((i && *text++ != '|') || memcmp(text, piece.text, piece.size)) {
            return 0;
        }
        text += piece.size;
    }
    return 1;
}

/* Puts a record into the table; 0 when its name is there already. */
static int enter(Attributes *all, uint32_t at, const Name *name)
{
    if (attribute_found(all, name) != NO_ATTRIBUTE) {
        return 0;
    }
    uint32_t slot = (uint32_t)name->hash & all->mask;
    while (all->slots[slot].record != NO_ATTRIBUTE) {
        slot = (slot + 1) & all->mask;
    }
    all->slots[slot] = (Slot){at, (uint32_t)(name->hash >> 32)};
    all->sieve[bit_of(name->hash) / 64] |= UINT64_C(1) << bit_of(name->hash) % 64;
    return 1;
}

int attributes_fill(Attributes *all, const Piece *names, uint32_t count, const uint32_t *firsts, const uint16_t *tags,
                    const float *weights)
{
    uint32_t room = 16;
    size_t size = 0, at = 0;
    while (room < 2 * (uint64_t)count) {
        room *= 2;
    }
    for (uint32_t a = 0; a < count; a++) {
        size += room_of(all, names[a].size, kept_of(all, firsts[a + 1] - firsts[a]));
    }
    all->mask = room - 1;
    all->slots = malloc(room * sizeof(Slot));
    all->records = calloc(size + 1, sizeof(uint32_t));
    all->sieve = calloc((1 << SIEVE_BITS) / 64, sizeof(uint64_t));
    if (size >= NO_ATTRIBUTE || all->slots == NULL || all->records == NULL || all->sieve == NULL) {
        return 0;
    }
    memset(all->slots, 0xFF, room * sizeof(Slot));
    for (uint32_t a = 0; a < count; a++) {
        uint32_t own = firsts[a + 1] - firsts[a], kept = kept_of(all, own), *record = all->records + at;
        float *row = (float *)(record + behind_name(names[a].size));
        record[0] = (uint32_t)names[a].size;
        record[1] = kept;
        if (kept == all->tags) {
            for (uint32_t i = firsts[a]; i < firsts[a + 1]; i++) {
                row[tags[i]] += weights[i];
            }
        } else {
            memcpy(row, weights + firsts[a], own * sizeof(float));
            memcpy(row + own, tags + firsts[a], own * sizeof(uint16_t));
        }
        memcpy(record + 2, names[a].text, names[a].size);
        Name name = {.head = names[a]};
        name.hash = name_hash(&name);
        if (!enter(all, (uint32_t)at, &name)) {
            return -1;
        }
        at += room_of(all, names[a].size, kept);
    }
    return 1;
}

void attributes_free(Attributes *all)
{
    free(all->records);
    free(all->slots);
    free(all->sieve);
}

Part part_of(Piece piece)
{
    Part part = {piece, 0, 1};
    for (size_t i = 0; i < piece.size; i++) {
        part.hash = part.hash * BASE + (unsigned char)piece.text[i];
        part.power *= BASE;
    }
    return part;
}

/* Fetches in the meantime what `attribute_found` will compare, and what `attribute_add` will add. */
static void attribute_fetch(const Attributes *all, uint64_t hash)
{
    Slot slot = all->slots[(uint32_t)hash & all->mask];
    if (slot.record != NO_ATTRIBUTE) {
        fetch(all->records + slot.record, sizeof(uint32_t));
    }
}

static void weights_fetch(const Attributes *all, uint32_t record)
{
    if (record != NO_ATTRIBUTE) {
        const uint32_t *own = all->records + record;
        fetch(own + behind_name(own[0]), own[1] * sizeof(float));
    }
}

uint32_t attribute_found(const Attributes *all, const Name *name)
{
    for (uint32_t at = (uint32_t)name->hash & all->mask;; at = (at + 1) & all->mask) {
        Slot slot = all->slots[at];
        if (slot.record == NO_ATTRIBUTE ||
            (slot.hash == (uint32_t)(name->hash >> 32) && is_named(all->records + slot.record, name))) {
            return slot.record;
        }
    }
}

void attributes_of(const Attributes *all, Name *names, size_t count, uint32_t *records)
{
    for (size_t i = 0; i < count; i++) {
        names[i].hash = name_hash(&names[i]);
        records[i] = attribute_sifted(all, names[i].hash) ? 0 : NO_ATTRIBUTE;
    }
    for (size_t i = 0; i < count; i++) {
        if (records[i] != NO_ATTRIBUTE) {
            attribute_fetch(all, names[i].hash);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (records[i] != NO_ATTRIBUTE) {
            records[i] = attribute_found(all, &names[i]);
            weights_fetch(all, records[i]);
        }
    }
}

void attribute_add(const Attributes *all, uint32_t record, float *sums)
{
    if (record == NO_ATTRIBUTE) {
        return;
    }
    const uint32_t *own = all->records + record;
    const float *weights = (const float *)(own + behind_name(own[0]));
    if (own[1] == all->tags) {
        for (uint32_t tag = 0; tag < all->tags; tag++) {
            sums[tag] += weights[tag];
        }
        return;
    }
    const uint16_t *tags = (const uint16_t *)(weights + own[1]);
    for (uint32_t i = 0; i < own[1]; i++) {
        sums[tags[i]] += weights[i];
    }
}

void waits_settle(Waits *waits)
{
    for (size_t i = 0; i < waits->count; i++) {
        if (waits->waits[i].name.head.text != NULL) {
            attribute_fetch(waits->all, waits->waits[i].name.hash);
        }
    }
    for (size_t i = 0; i < waits->count; i++) {
        if (waits->waits[i].name.head.text != NULL) {
            waits->waits[i].record = attribute_found(waits->all, &waits->waits[i].name);
            weights_fetch(waits->all, waits->waits[i].record);
        }
    }
    for (size_t i = 0; i < waits->count; i++) {
        attribute_add(waits->all, waits->waits[i].record, waits->waits[i].sums);
    }
    waits->count = 0;
}
