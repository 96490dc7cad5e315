/* The network of the context model, as network.py reckons it: the same sums, rounded in the same order. */
#ifndef NETWORK_H
#define NETWORK_H

#include <stddef.h>
#include <stdint.h>

#define PARTS 4 /* of a word */
#define MOST_LAYERS 16
#define ABREAST 32 /* of each half of a layer's values, how many are summed side by side; a width is a multiple */

/* What is seen of places by themselves: a row for each word, part, shape and mark, `width` wide. */
typedef struct {
    const float *words, *parts, *shapes, *marks, *gain, *shift;
    size_t width, marks_count;
} Seen;

/* A layer: `weights` as lay_out (network.py) lays them, what makes values of its sums. */
typedef struct {
    const int8_t *weights;  /* (width / ABREAST, 3 * width / 4, 2 * ABREAST, 4) */
    const int32_t *lifted;  /* (2 * width): 128 times the sum of the weights of each value */
    const float *factors, *bias, *gain;
    float step;
    size_t dilation;
} Layer;

/* Places: `words`, `shapes` of each, its `parts` and the `marks` that it bears. */
typedef struct {
    const int32_t *words, *shapes, *parts;
    const uint8_t *marks; /* 0 or 1 */
    size_t count;
} Places;

/* Whether the processor can do it faster than matrices of floats can be multiplied. */
int network_is_fast(void);

/* Fills the values of each place, `(count, width)`, by `tiles` where there are such; 0 when memory is short. */
int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                   int tiles);

#define TAGS 64 /* as many as there may be */

/* What scores of tags are reckoned by: `weights` `(width, TAGS)` and `bias` `(TAGS)`; that of tags that there are not is
   so little that it is no best one's. */
typedef struct {
    const float *weights, *bias;
    size_t width, tags;
} Out;

/* Fills the scores of places, `(count, tags)`, beside those of each one's best tag. */
void network_scores(const Out *out, const float *values, size_t count, float *scores);

/* Divides the rows of places, `(count, tags)`, by their sums, which run in the order of tags. */
void network_shares(float *odds, size_t count, size_t tags);

#endif
