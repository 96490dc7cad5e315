/* Tried parts: the stretches of a report in which rules are tried, as grammar/windows.py tells them. */
#ifndef DEID_TRIED_PARTS_H
#define DEID_TRIED_PARTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t start, end;
} Stretch;

/* Stretches of a report, ascending. */
typedef struct {
    Stretch *list;
    size_t count, room;
} Stretches;

/* A report's signs (outline.h) and where its lines start: the first at 0, the others after it, ascending. */
typedef struct {
    const char *signs;
    size_t length;
    const size_t *lines;
    size_t lines_count;
} Lines;

size_t line_of(const Lines *report, size_t at);

/* What is near a cue at `at` in line `number`, and the `more` lines after it. */
Stretch near_cue(const Lines *report, size_t at, size_t number, size_t more);

/* Whether a cue at `at` is told apart from one before it, near which all up to `end` is. */
int is_new_cue(size_t at, size_t end);

/* Adds a stretch at the end; 0 when memory is short. */
int stretches_add(Stretches *to, Stretch one);

/* Adds what of a stretch is inside of zones, joined to the last where it overlaps that; 0 when memory is short. */
int stretches_join(Stretches *to, Stretch one, const Stretches *zones);

/* Adds a stretch cut into parts that are not too long, each of which reaches `more` lines into the next. */
int stretches_cut(Stretches *to, const Lines *report, Stretch one, size_t more);

#endif
