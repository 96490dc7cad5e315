/* Rows: rows of as many numbers each, of which those that are the same are kept once. */
#ifndef DEID_ROWS_H
#define DEID_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* A place in the hash table: the number of a row, counted from 1 (0: none), with half of its hash. */
typedef struct {
    uint32_t number, hash;
} RowSlot;

/* Rows of `size` numbers, in blocks that stay where they are. */
typedef struct {
    size_t size, count, blocks_room;
    float **blocks;
    RowSlot *slots;
    size_t slots_count; /* a power of two */
} Rows;

#define MOST_KEPT 16 /* at once */

/* The rows that hold these numbers, `count` times as many as a row has, until all are forgotten; 0 when memory is short. */
int rows_keep(Rows *rows, const float *numbers, size_t count, const float **kept);

/* Forgets all rows; `size` stays. */
void rows_forget(Rows *rows);

#endif
