/* Phrases: many short texts, found wherever they stand in another. A sign is a code point of four bytes. */
#ifndef DEID_PHRASES_H
#define DEID_PHRASES_H

#include <stddef.h>
#include <stdint.h>

#define SIGN sizeof(uint32_t) /* bytes of a code point */
#define ROW 128               /* signs that the shortest beginnings are continued by without a search */

/* A text of so many signs, and its number. */
typedef struct {
    const char *signs;
    size_t length;
    uint32_t number;
} Phrase;

/* What some texts begin with: its last sign, where the beginnings that are a sign longer begin, which end where those of
   the next one do, of their last signs' lowest five bits those that there are, and the number of the text that it is, one
   more. */
typedef struct {
    uint32_t sign, first, lowest, whole;
} Beginning;

typedef struct {
    Beginning *beginnings; /* the shortest first; those that are as long stand together: a look-up seldom leaves the cache */
    uint32_t (*rows)[ROW]; /* of the first beginnings, by signs of ASCII, those that are a sign longer; 0 for none */
    size_t rows_count, longest;
} Texts;

/* Takes texts, which it sorts, and of which it keeps nothing; of one that is empty it takes none, of equal ones the last.
   0 when memory is short. */
int texts_make(Texts *texts, Phrase *phrases, size_t count);

void texts_free(Texts *texts);

/* A text that stands from a place on: its number, and how many signs it has. */
typedef struct {
    uint32_t number;
    size_t length;
} Standing;

/* The texts that stand from `at` on, the shortest first, into `found`, which has room for `longest`. */
size_t texts_at(const Texts *texts, const char *in, size_t length, size_t at, Standing *found);

#endif
