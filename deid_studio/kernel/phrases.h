/* Phrases: many short texts, found wherever they stand in another. A sign is a code point of four bytes. */
#ifndef DEID_PHRASES_H
#define DEID_PHRASES_H

#include <stddef.h>
#include <stdint.h>

#define SIGN sizeof(uint32_t) /* bytes of a code point */

/* From one beginning of texts to the next longer one, by a sign; 0 is no beginning but the empty one. */
typedef struct {
    uint32_t from, sign, to;
} Step;

typedef struct {
    Step *steps; /* by their hash; those that lead to 0 are none */
    size_t slots;
    uint32_t *whole; /* of each beginning the number of the text that it is, one more */
    size_t count, room, longest;
} Texts;

/* Adds a text of `length` signs; of one that is empty nothing is kept. 0 when memory is short. */
int texts_add(Texts *texts, const char *text, size_t length, uint32_t number);

void texts_free(Texts *texts);

/* A text that stands from a place on: its number, and how many signs it has. */
typedef struct {
    uint32_t number;
    size_t length;
} Standing;

/* The texts that stand from `at` on, the shortest first, into `found`, which has room for `longest`. */
size_t texts_at(const Texts *texts, const char *in, size_t length, size_t at, Standing *found);

#endif
