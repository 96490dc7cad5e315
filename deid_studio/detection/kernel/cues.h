/* Cues: short texts, found wherever they stand in a report. Texts are code points of four bytes each. */
#ifndef DEID_CUES_H
#define DEID_CUES_H

#include <stddef.h>
#include <stdint.h>

/* A sign of a cue: what may follow it, what else may stand in its place, and the cue that ends with it, by their
   numbers; 0 for none. The number of a cue is one more than its place. */
typedef struct {
    uint32_t sign, follows, other, cue;
} CueSign;

typedef struct {
    CueSign *signs; /* the first one is none */
    size_t count, room, longest;
    uint32_t first[256]; /* what cues begin with, by the lowest byte */
} Cues;

/* Adds the cue at a place, `length` code points; 0 when memory is short. */
int cues_add(Cues *cues, const char *text, size_t length, uint32_t place);

void cues_free(Cues *cues);

/* The places of the cues that stand from `at` on, the shortest first, into `found`, which has room for `longest`. */
size_t cues_at(const Cues *cues, const char *text, size_t length, size_t at, uint32_t *found);

#endif
