/* Programs: what an expression finds, as steps that are gone through as the engine would (expressions/program.py). */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "outline.h"

enum { MATCH, CHARACTER, SET, RUN, BRANCH, JUMP, OPEN, CLOSE, LOOK, ATOMIC, DONE, COUNT, AGAIN, AT, OPS };
enum { GREEDY, LAZY, POSSESSIVE };
enum { EVERYTHING, WORD }; /* sets that all programs have */
enum { LINE_BEGINS, LINE_ENDS, TEXT_BEGINS, TEXT_ENDS, WORD_EDGE, NO_WORD_EDGE, SPOTS };

/* What is done, leftwards or not, and in which manner; what `a`, `b` and `c` are differs. Small, for programs are long and
   each is seldom in the processor's cache. */
typedef struct {
    uint8_t op, backwards : 1, manner : 2;
    uint16_t a, b, c;
} ProgramStep;

#define ENDLESS UINT16_MAX /* often, as a most */

typedef struct Program {
    int32_t steps_count, sets_count, counters, groups;
    int32_t first; /* the set of what it can begin with */
    ProgramStep *steps;
    uint8_t (*sets)[32]; /* a bit for each byte */
} Program;

/* What was taken: by a group, of which its beginning or its end was reached, or by a counter, which is put back. */
typedef struct {
    int32_t what, at, before;
} Mark;

/* Where to go on when a way leads nowhere. */
typedef struct {
    int32_t step, at, limit, marks;
} Way;

/* A report, and all that a match needs. */
typedef struct {
    const uint8_t *text;
    int32_t end;
    const uint8_t *words; /* the set of what words are made of */
    Way *ways;
    Mark *marks;
    size_t ways_count, ways_room, marks_count, marks_room;
    int32_t (*counters)[2]; /* how often, and where the last one began */
    size_t left;            /* steps */
    Way few_ways[64];
    Mark few_marks[64];
} Matching;

/* A program as Python wrote it; 0 when the bytes are none, or there is no memory. */
int program_read(Program *program, const uint8_t *bytes, size_t size);

void program_let_go(Program *program);

int matching_begin(Matching *matching, const Program *program, const uint8_t *text, size_t end);

void matching_end(Matching *matching);

enum { CLOSED = 1 << 23 }; /* with the number of a group in a mark: its end */

/* The stretch that a group took last and that is not empty; an empty one where it took none (program_call.c). */
void last_place_of_group(const Matching *matching, int32_t group, size_t *start, size_t *end);

#define NO_MATCH -1
#define GAVE_UP -2

/* Where a match that begins at `at` ends, and with `whole` only one at `whole_end`; leftwards it goes as far as `low`. */
int32_t program_match(Matching *matching, const Program *program, int32_t at, int32_t low, int32_t whole_end);

/* Where the first match that begins at `*at` or later, and before `matching->end`, ends; `*at` is then where it begins.
   Tried where an outline stands, unless it is NULL. */
int32_t program_search(Matching *matching, const Program *program, const Outline *outline, const uint8_t *signs,
                       size_t *at);

#endif
