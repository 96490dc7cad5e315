#include "attributes.h"

#include <stdlib.h>
#include <string.h>

#define SIEVE_BITS 20

/* Mixes whole words of the buffer; what is looked up may be anybody's, what is in the table is the model's alone, so
   that no text can make the table slow. */
static uint64_t hash_of(const uint64_t *words, size_t size)
{
    uint64_t hash = size;
    for (size_t i = 0; i * 8 < size; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* The number of a hash's bit in the sieve: of its upper half, the table is searched by the lower one. */
static uint32_t bit_of(uint64_t hash) { return (uint32_t)(hash >> (64 - SIEVE_BITS)); }

static int is_named(const Attributes *all, uint32_t number, const void *name, size_t size)
{
    size_t begin = all->begins[number];
    return all->begins[number + 1] - begin == size && memcmp(all->names + begin, name, size) == 0;
}

int attributes_index(Attributes *all)
{
    uint32_t room = 16;
    while (room < 2 * (uint64_t)all->count) {
        room *= 2;
    }
    all->mask = room - 1;
    all->longest = 0;
    for (uint32_t a = 0; a < all->count; a++) {
        size_t size = all->begins[a + 1] - all->begins[a];
        all->longest = size > all->longest ? size : all->longest;
    }
    all->slots = malloc(room * sizeof(Slot));
    all->buffer = calloc(all->longest / 8 + 1, 8);
    all->sieve = calloc((1 << SIEVE_BITS) / 64, sizeof(uint64_t));
    if (all->slots == NULL || all->buffer == NULL || all->sieve == NULL) {
        return 0;
    }
    memset(all->slots, 0xFF, room * sizeof(Slot));
    for (uint32_t a = 0; a < all->count; a++) {
        size_t begin = all->begins[a], size = all->begins[a + 1] - begin;
        all->buffer[size / 8] = 0;
        memcpy(all->buffer, all->names + begin, size);
        uint64_t hash = hash_of(all->buffer, size);
        uint32_t at = (uint32_t)hash & all->mask;
        for (; all->slots[at].number != NO_ATTRIBUTE; at = (at + 1) & all->mask) {
            if (is_named(all, all->slots[at].number, all->buffer, size)) {
                return -1;
            }
        }
        all->sieve[bit_of(hash) / 64] |= UINT64_C(1) << bit_of(hash) % 64;
        all->slots[at] = (Slot){a, (uint32_t)(hash >> 32)};
    }
    return 1;
}

void attributes_free(Attributes *all)
{
    free(all->names);
    free(all->begins);
    free(all->firsts);
    free(all->tag);
    free(all->weight);
    free(all->slots);
    free(all->sieve);
    free(all->buffer);
}

uint32_t attribute_of(const Attributes *all, Piece head, const Piece *pieces, size_t count)
{
    size_t size = head.size + (count ? count - 1 : 0);
    for (size_t i = 0; i < count; i++) {
        size += pieces[i].size;
    }
    if (size > all->longest) {
        return NO_ATTRIBUTE; /* and the buffer holds no more */
    }
    all->buffer[size / 8] = 0;
    char *end = (char *)all->buffer;
    memcpy(end, head.text, head.size);
    end += head.size;
    for (size_t i = 0; i < count; i++) {
        if (i) {
            *end++ = '|';
        }
        memcpy(end, pieces[i].text, pieces[i].size);
        end += pieces[i].size;
    }
    uint64_t hash = hash_of(all->buffer, size);
    if (!(all->sieve[bit_of(hash) / 64] >> bit_of(hash) % 64 & 1)) {
        return NO_ATTRIBUTE;
    }
    for (uint32_t at = (uint32_t)hash & all->mask; all->slots[at].number != NO_ATTRIBUTE; at = (at + 1) & all->mask) {
        Slot slot = all->slots[at];
        if (slot.hash == (uint32_t)(hash >> 32) && is_named(all, slot.number, all->buffer, size)) {
            return slot.number;
        }
    }
    return NO_ATTRIBUTE;
}

void attribute_add(const Attributes *all, uint32_t number, float *sums)
{
    if (number == NO_ATTRIBUTE) {
        return;
    }
    for (uint32_t i = all->firsts[number]; i < all->firsts[number + 1]; i++) {
        sums[all->tag[i]] += all->weight[i];
    }
}
