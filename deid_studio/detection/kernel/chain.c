#include "chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RAREST 1e-4       /* odds of a way below which a difference to 1 would lose too many figures */
#define LANES 8           /* sums side by side */
#define IMPOSSIBLE (-1e6) /* as in linear_chain.py */
#define LEAST_ODDS 1e-200 /* the same */

int ways_list(Ways *ways, const double *step, size_t tags)
{
    /* Most ways were never seen in training: their weight is 0 and their odds are 1. */
    ways->base = 1;
    for (size_t i = 0; i < tags * tags; i++) {
        if (step[i] < RAREST) {
            ways->base = 0;
        }
    }
    ways->tags = tags;
    ways->list = malloc(2 * tags * tags * sizeof(Way));
    ways->of = malloc((2 * tags + 1) * sizeof(size_t));
    if (ways->list == NULL || ways->of == NULL) {
        return 0;
    }
    size_t count = 0;
    for (size_t tag = 0; tag < 2 * tags; tag++) {
        ways->of[tag] = count;
        for (uint32_t other = 0; other < tags; other++) {
            double more = (tag < tags ? step[tag * tags + other] : step[other * tags + tag - tags]) - ways->base;
            if (more != 0) {
                ways->list[count++] = (Way){other, more};
            }
        }
    }
    ways->of[2 * tags] = count;
    return 1;
}

void ways_let_go(Ways *ways)
{
    free(ways->list);
    free(ways->of);
}

/* The sum of values, several of which are added at a time. */
static double sum_of(const double *values, size_t count)
{
    double sums[LANES] = {0}, sum = 0;
    size_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        for (size_t lane = 0; lane < LANES; lane++) {
            sums[lane] += values[at + lane];
        }
    }
    for (; at < count; at++) {
        sum += values[at];
    }
    for (size_t lane = 0; lane < LANES; lane++) {
        sum += sums[lane];
    }
    return sum;
}

/* What all tags get of the values of the tags beside them, by the ways to those, or from them (`first` is `tags`). */
static void spread(const Ways *ways, const double *values, size_t first, double *into)
{
    double sum = sum_of(values, ways->tags), all = ways->base * sum;
    for (size_t tag = 0; tag < ways->tags; tag++) {
        const Way *end = ways->list + ways->of[first + tag + 1];
        double own = all; /* whatever the way */
        for (const Way *way = ways->list + ways->of[first + tag]; way < end; way++) {
            own += values[way->other] * way->more;
        }
        into[tag] = own;
    }
}

void beside_highest(const float *scores, size_t tags, double *odds)
{
    float most[LANES], highest = scores[0];
    size_t at = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        most[lane] = highest;
    }
    for (; at + LANES <= tags; at += LANES) {
        for (size_t lane = 0; lane < LANES; lane++) {
            most[lane] = scores[at + lane] > most[lane] ? scores[at + lane] : most[lane];
        }
    }
    for (; at < tags; at++) {
        highest = scores[at] > highest ? scores[at] : highest;
    }
    for (size_t lane = 0; lane < LANES; lane++) {
        highest = most[lane] > highest ? most[lane] : highest;
    }
    for (size_t tag = 0; tag < tags; tag++) {
        odds[tag] = scores[tag] - highest;
    }
}

void forward_backward(const Ways *ways, size_t length, double *odds, double *forward, double *backward, double *scale,
                      double *spare)
{
    size_t tags = ways->tags;
    for (size_t token = 0; token < length; token++) {
        double *now = forward + token * tags;
        double *own = odds + token * tags;
        if (token) {
            spread(ways, now - tags, tags, now);
        }
        for (size_t tag = 0; tag < tags; tag++) {
            own[tag] = own[tag] > LEAST_ODDS ? own[tag] : LEAST_ODDS;
            now[tag] = token ? now[tag] * own[tag] : own[tag];
        }
        double sum = sum_of(now, tags), share = 1 / sum;
        for (size_t tag = 0; tag < tags; tag++) {
            now[tag] *= share;
        }
        scale[token] = sum;
    }
    for (size_t token = length; token-- > 0;) {
        double *now = backward + token * tags;
        if (token + 1 == length) {
            for (size_t tag = 0; tag < tags; tag++) {
                now[tag] = 1;
            }
            continue;
        }
        const double *own = odds + (token + 1) * tags, *after = now + tags;
        double share = 1 / scale[token + 1];
        for (size_t tag = 0; tag < tags; tag++) {
            spare[tag] = own[tag] * share * after[tag];
        }
        spread(ways, spare, 0, now);
    }
}

/* What a token's tag gets by itself: nothing else is possible where it is sure. */
static double own_score(const Search *search, size_t token, size_t tag)
{
    return search->sure[token] && tag != search->outside ? IMPOSSIBLE : search->scores[token * search->tags + tag];
}

/* The place of the highest value, of several the first. */
static size_t highest(const double *values, size_t count)
{
    size_t found = 0;
    for (size_t i = 1; i < count; i++) {
        if (values[i] > values[found]) {
            found = i;
        }
    }
    return found;
}

void search_begin(Search *search)
{
    for (size_t before = 0; before < search->tags; before++) {
        const double *ways = search->transitions + before * search->tags;
        search->least[before] = search->most[before] = ways[0];
        for (size_t tag = 1; tag < search->tags; tag++) {
            search->least[before] = fmin(search->least[before], ways[tag]);
            search->most[before] = fmax(search->most[before], ways[tag]);
        }
    }
}

/* The best tags of tokens [first, last]; `back` has room for a row of tags for each of them, `now` and `best` for one. */
static void best_of(const Search *search, size_t first, size_t last, int64_t *chosen, int64_t *back, double *now,
                    double *best)
{
    size_t tags = search->tags;
    for (size_t tag = 0; tag < tags; tag++) {
        now[tag] = own_score(search, first, tag);
    }
    for (size_t token = first + 1; token <= last; token++) {
        int64_t *from = back + (token - first) * tags;
        size_t likely = highest(now, tags);
        double bar = now[likely] + search->least[likely]; /* whatever the tag, a way is there that is worth as much */
        for (size_t tag = 0; tag < tags; tag++) {
            best[tag] = -INFINITY;
            from[tag] = 0;
        }
        for (size_t before = 0; before < tags; before++) {
            if (now[before] + search->most[before] < bar) {
                continue; /* of most tags no way is the best one, and of a sure token of none but its own */
            }
            const double *ways = search->transitions + before * tags;
            for (size_t tag = 0; tag < tags; tag++) {
                double value = now[before] + ways[tag];
                from[tag] = value > best[tag] ? (int64_t)before : from[tag];
                best[tag] = value > best[tag] ? value : best[tag];
            }
        }
        for (size_t tag = 0; tag < tags; tag++) {
            now[tag] = best[tag] + own_score(search, token, tag);
        }
    }
    size_t tag = highest(now, tags);
    for (size_t token = last; token > first; token--) {
        chosen[token] = (int64_t)tag;
        tag = (size_t)back[(token - first) * tags + tag];
    }
    chosen[first] = (int64_t)tag;
}

int best_between(const Search *search, size_t length, int64_t *chosen)
{
    size_t tags = search->tags, longest = 0;
    for (size_t token = 0, run = 0; token < length; token++) {
        chosen[token] = (int64_t)search->outside;
        run = search->sure[token] ? 0 : run + 1;
        longest = run > longest ? run : longest;
    }
    if (longest == 0) {
        return 1;
    }
    /* Of each run the tokens before and after it are part of the search. */
    int64_t *back = malloc((longest + 2) * tags * sizeof(int64_t));
    double *rows = malloc(2 * tags * sizeof(double));
    int done = back != NULL && rows != NULL;
    for (size_t first = 0, end; done && first < length; first = end + 1) {
        for (end = first; end < length && !search->sure[end]; end++) {
        }
        if (end > first) {
            size_t last = end < length ? end : end - 1;
            best_of(search, first ? first - 1 : 0, last, chosen, back, rows, rows + tags);
        }
    }
    free(back);
    free(rows);
    return done;
}
