/* Outlines: where an expression can match at all, told in one pass over the signs of a report (grammar/outlines.py). */
#ifndef OUTLINE_H
#define OUTLINE_H

#include <stddef.h>
#include <stdint.h>

#define SIGNS 129 /* those of ASCII, and one that stands for all others */

/* Without empty moves: of each of its places, in words of 64, which are first, which may be last, which each sign may
   stand in, and which may follow each. No set of bits leads out of the tables. */
typedef struct {
    size_t words;
    const uint8_t *first, *last, *of_sign, *follow;
} Automaton;

typedef struct {
    const uint8_t *before; /* of each byte whether it can stand before the first */
    const uint8_t *begins; /* of each byte whether it can be first */
    const uint8_t *pairs;  /* of each two signs, as bits, whether they can be the first */
    const uint8_t *second_pairs; /* the same of the second and the third */
    Automaton ahead;
    Automaton behind; /* what must stand before the first, leftwards; no words where that is nothing */
} Outline;

/* An outline as Python wrote it; 0 when the bytes are of another size than they say. */
int outline_read(Outline *outline, const uint8_t *bytes, size_t size);

/* Whether what an outline says can stand from `at` on, before `end`; leftwards where `end` is before `at`. */
int outline_fits(const Outline *outline, const uint8_t *signs, size_t at, size_t end);

/* The first place from `at` on where it can stand before `end`; `end` when there is none. */
size_t outline_start(const Outline *outline, const uint8_t *signs, size_t at, size_t end);

/* Two signs that stand one after the other in a report: where, as `places[from]` up to those of the next pair. */
typedef struct {
    uint8_t one, other;
    uint32_t from;
} Pair;

/* A report's signs by what follows them: the pairs of sign `s` are `pairs[of[s]]` to the one before `pairs[of[s + 1]]`.
   Small, for it is gone through for each of many outlines. */
typedef struct {
    const uint8_t *signs;
    size_t size;
    size_t of[SIGNS + 1];
    Pair *pairs;
    uint32_t *places;
    uint64_t *marked; /* a bit for each sign of the report */
} Laid;

/* Looks where pairs stand in a report of fewer than 2**32 signs; 0 where there is no memory. */
int outline_lay(Laid *laid, const uint8_t *signs, size_t size);

void outline_let_go(Laid *laid);

/* Marks where the first two signs of an outline stand, in all of a report at once. */
void outline_mark(const Outline *outline, Laid *laid);

/* As `outline_start`, of an outline that was marked. */
size_t outline_marked(const Outline *outline, const Laid *laid, size_t at, size_t end);

#endif
