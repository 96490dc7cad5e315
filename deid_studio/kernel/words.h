/* Words: what is known of them, and the scores they give to the tokens around, as word_features.py tells them. */
#ifndef DEID_WORDS_H
#define DEID_WORDS_H

#include "attributes.h"
#include "rows.h"

#define REACH 4 /* of word_features.py: how far off a word's own features still say something */
#define OFFSETS (2 * REACH + 1)

/* What features.py asks of a word. */
enum {
    OPENING = 1, CLOSING = 2, MARK = 4, ENDING = 8, STOP = 16, SMALL = 32, NUMBER = 64
};

/* What lies some way off on either side is told of these (DISTANT in features.py), by their place in the list. */
#define DISTANT 5

/* A word: what its places' features are made of, and the scores it gives to the tokens around it. One allocation. */
typedef struct {
    Part text, normal, shape, short_shape, folded, cue;
    unsigned marks;
    unsigned char distant[DISTANT + 1];
    size_t distants;
    const float *scores[OFFSETS]; /* a row of all tags at each: at its own place in the middle */
} Word;

/* Tells the marks of a word, and what of it is told from a distance; lists of some kinds hold it by itself. */
void word_marks(Word *word, const Part *kinds, size_t count);

/* Adds up the scores that a word gives at each offset, of which lists hold it by itself, and keeps them in rows, many of
   which it has together with other words; 0 when memory is short. */
int word_scores(const Attributes *all, Word *word, const Part *kinds, size_t count, Rows *rows);

#endif
