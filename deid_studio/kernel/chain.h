/* Chain: what linear_chain.py works out for each sequence, `(tokens, tags)` row by row. */
#ifndef DEID_CHAIN_H
#define DEID_CHAIN_H

#include <stddef.h>
#include <stdint.h>

/* A way between a tag and another one, and how much more likely it is than most: the way's odds less `Ways.base`. */
typedef struct {
    uint32_t other;
    double more;
} Way;

/* All ways between `tags` tags; those that are not listed have the odds `base`. Those from tag n to others are
   `list[of[n]]` to the one before `list[of[n + 1]]`, those from others to tag n the same of `tags + n`. */
typedef struct {
    size_t tags;
    double base;
    Way *list;
    size_t *of;
} Ways;

/* Lists the ways whose odds `step` `(tag before, tag)` are unlike most; 0 when memory is short. */
int ways_list(Ways *ways, const double *step, size_t tags);

void ways_let_go(Ways *ways);

/* What each score of a token is beside its highest one. */
void beside_highest(const float *scores, size_t tags, double *odds);

/* Scaled forward and backward values and the scale of each token (Rabiner 1989) of a sequence; `spare` has room for
   `tags` numbers. A floor is given to the odds: a token whose tags all but one are impossible does not make the chain's
   sum zero. */
void forward_backward(const Ways *ways, size_t length, double *odds, double *forward, double *backward, double *scale,
                      double *spare);

/* What best_between needs for a sequence. */
typedef struct {
    const float *scores;
    const char *sure; /* whether the tag of a token is `outside` for certain */
    size_t tags, outside;
    const double *transitions; /* (tag before, tag) */
    double *least, *most;      /* of the transitions from each tag */
} Search;

/* Finds out `least` and `most`, each with room for a number a tag. */
void search_begin(Search *search);

/* The best tags of a sequence (Viterbi), searched only between tokens whose tag is sure; 0 when memory is short. */
int best_between(const Search *search, size_t length, int64_t *tags);

#endif
