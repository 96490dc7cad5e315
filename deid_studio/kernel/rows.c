#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "attributes.h"

#define BLOCK 256 /* rows */
#define FIRST_SLOTS 4096

/* What is kept are sums of a model's weights: no text can choose them so that hashes meet. */
static uint32_t hash_of(const float *numbers, size_t size)
{
    uint64_t hash = 0, factor = BASE;
    for (size_t i = 0; i < size; i += 2, factor += 2 * BASE) { /* no product waits for the one before it */
        uint64_t bits = 0;
        memcpy(&bits, numbers + i, i + 1 < size ? sizeof bits : sizeof *numbers);
        hash += (bits + UINT64_C(1)) * (factor ^ factor >> 29);
    }
    return (uint32_t)((hash ^ hash >> 32) * BASE >> 32);
}

static float *row(const Rows *rows, size_t number) { return rows->blocks[number / BLOCK] + number % BLOCK * rows->size; }

/* The place of a row, or the free one where it would be. */
static RowSlot *place_of(const Rows *rows, const float *numbers, uint32_t hash)
{
    size_t mask = rows->slots_count - 1, at = hash & mask;
    while (rows->slots[at].number && (rows->slots[at].hash != hash ||
                                      memcmp(row(rows, rows->slots[at].number - 1), numbers, rows->size * sizeof(float)))) {
        at = (at + 1) & mask;
    }
    return &rows->slots[at];
}

/* Makes room for some rows more, fewer than a block has; 0 when memory is short. */
static int make_room(Rows *rows, size_t more)
{
    if (rows->count + more > rows->blocks_room * BLOCK) {
        float **blocks = realloc(rows->blocks, (rows->blocks_room + 1) * sizeof(float *));
        if (blocks == NULL) {
            return 0;
        }
        rows->blocks = blocks;
        blocks[rows->blocks_room] = malloc(BLOCK * rows->size * sizeof(float));
        if (blocks[rows->blocks_room] == NULL) {
            return 0;
        }
        rows->blocks_room++;
    }
    if (2 * (rows->count + more) > rows->slots_count) {
        size_t count = rows->slots_count ? 2 * rows->slots_count : FIRST_SLOTS;
        RowSlot *slots = calloc(count, sizeof(RowSlot));
        if (slots == NULL) {
            return 0;
        }
        for (size_t i = 0; i < rows->slots_count; i++) {
            size_t at = rows->slots[i].hash & (count - 1);
            while (rows->slots[i].number && slots[at].number) {
                at = (at + 1) & (count - 1);
            }
            slots[at] = rows->slots[i].number ? rows->slots[i] : slots[at];
        }
        free(rows->slots);
        rows->slots = slots;
        rows->slots_count = count;
    }
    return 1;
}

int rows_keep(Rows *rows, const float *numbers, size_t count, const float **kept)
{
    uint32_t hashes[MOST_KEPT];
    if (count > MOST_KEPT || !make_room(rows, count)) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_of(numbers + i * rows->size, rows->size);
        fetch(&rows->slots[hashes[i] & (rows->slots_count - 1)], sizeof(RowSlot));
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t number = rows->slots[hashes[i] & (rows->slots_count - 1)].number;
        if (number) {
            fetch(row(rows, number - 1), rows->size * sizeof(float));
        }
    }
    for (size_t i = 0; i < count; i++) {
        const float *own = numbers + i * rows->size;
        RowSlot *place = place_of(rows, own, hashes[i]);
        if (place->number == 0) {
            memcpy(row(rows, rows->count), own, rows->size * sizeof(float));
            *place = (RowSlot){(uint32_t)++rows->count, hashes[i]};
        }
        kept[i] = row(rows, place->number - 1);
    }
    return 1;
}

void rows_forget(Rows *rows)
{
    for (size_t i = 0; i < rows->blocks_room; i++) {
        free(rows->blocks[i]);
    }
    free(rows->blocks);
    free(rows->slots);
    *rows = (Rows){.size = rows->size};
}
