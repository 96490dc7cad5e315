/* Places: the scores of the tokens of one line, as features.py and crf_scores.py tell them, without a string made. */
#ifndef DEID_PLACES_H
#define DEID_PLACES_H

#include "words.h"

/* A field of a line: a label in tokens [start, colon), what it says in (colon, end). */
typedef struct {
    Part label;
    size_t start, colon, end;
} Field;

/* What else is known of a token: what field of the header has the word as its value, whether it is also written small,
   whether it is in an e-mail address. `tags` are lists and rules that hold it, tags_count of them. */
typedef struct {
    Part value;
    int is_value, is_lower, is_mail;
    const Part *tags;
    size_t tags_count;
} Known;

/* A line of `count` tokens; in a header `neighbours` is there, elsewhere its text is NULL. What is of tokens may be a
   stretch of what a whole report has. */
typedef struct {
    size_t count;
    const Word **words;
    const int64_t *starts, *ends;
    const Field *fields;
    size_t fields_count;
    const Known *known;
    Part section, position, neighbours;
} Line;

/* The scores of the tokens of lines into `total`, `(tokens, tags)`, one line after the other; `edge` stands beyond the
   ends of each. 0 when memory is short. */
int lines_scores(const Attributes *all, const Line *lines, size_t count, const Word *edge, float *total);

#endif
