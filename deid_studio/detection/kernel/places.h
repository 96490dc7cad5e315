/* Places: the scores of the tokens of one line, as features.py and crf_scores.py tell them, without a string made. */
#ifndef DEID_PLACES_H
#define DEID_PLACES_H

#include "attributes.h"

#define REACH 4 /* of word_features.py: how far off a word's own features still say something */
#define OFFSETS (2 * REACH + 1)
#define TIERS 4 /* lists of a word's features: at distance 0, 1, 2, and 3 to REACH */

/* What word_marks (features.py) tells of a word. */
enum {
    OPENING = 1, CLOSING = 2, MARK = 4, ENDING = 8, STOP = 16, SMALL = 32, NUMBER = 64
};

/* What lies some way off on either side is told of these (DISTANT in features.py), by their place in the list. */
#define DISTANT 5

/* A word: what its places' features are made of, and the scores it gives to the tokens around it. One allocation. */
typedef struct {
    Part normal, shape, short_shape, folded, cue;
    unsigned marks;
    unsigned char distant[DISTANT];
    size_t distants;
    float *scores; /* (OFFSETS, tags): at its own place in the middle */
} Word;

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

/* Adds up the scores that a word gives at each offset; `features` has `sizes[tier]` names for each tier. */
void word_scores(const Attributes *all, Part *const *features, const size_t *sizes, float *scores);

/* The scores of the tokens of lines into `total`, `(tokens, tags)`, one line after the other; `edge` stands beyond the
   ends of each. 0 when memory is short. */
int lines_scores(const Attributes *all, const Line *lines, size_t count, const Word *edge, float *total);

#endif
