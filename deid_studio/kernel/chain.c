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

/* Adds what a token's tags get by themselves: nothing else is possible where it is sure. */
static void add_own(const Search *search, size_t token, double *values)
{
    const float *scores = search->scores + token * search->tags;
    int sure = search->sure[token];
    for (size_t tag = 0; tag < search->tags; tag++) {
        values[tag] += sure && tag != search->outside ? IMPOSSIBLE : scores[tag];
    }
}

/* The place of the highest value, of several the first. */
static size_t highest(const double *values, size_t count)
{
    double most[LANES];
    size_t found = 0, at = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        most[lane] = values[0];
    }
    for (; at + LANES <= count; at += LANES) {
        for (size_t lane = 0; lane < LANES; lane++) {
            most[lane] = values[at + lane] > most[lane] ? values[at + lane] : most[lane];
        }
    }
    for (size_t lane = 1; lane < LANES; lane++) {
        most[0] = most[lane] > most[0] ? most[lane] : most[0];
    }
    for (; at < count; at++) {
        most[0] = values[at] > most[0] ? values[at] : most[0];
    }
    while (found + 1 < count && values[found] != most[0]) {
        found++;
    }
    return found;
}

/* The tag before a tag by which that is worth most, of several the first. */
static size_t best_before(const Search *search, const double *before, size_t tag)
{
    double most = -INFINITY;
    size_t found = 0;
    for (size_t other = 0; other < search->tags; other++) {
        if (before[other] + search->most[other] <= most) {
            continue;
        }
        double value = before[other] + search->transitions[other * search->tags + tag];
        if (value > most) {
            most = value;
            found = other;
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

/* The best tags of tokens [first, last]; `rows` has room for a row of tags for each of them. */
static void best_of(const Search *search, size_t first, size_t last, int64_t *chosen, double *rows)
{
    size_t tags = search->tags;
    for (size_t tag = 0; tag < tags; tag++) {
        rows[tag] = 0;
    }
    add_own(search, first, rows);
    for (size_t token = first + 1; token <= last; token++) {
        const double *before = rows + (token - first - 1) * tags;
        double *restrict now = rows + (token - first) * tags;
        size_t likely = highest(before, tags);
        double bar = before[likely] + search->least[likely]; /* whatever the tag, a way is there that is worth as much */
        for (size_t tag = 0; tag < tags; tag++) {
            now[tag] = -INFINITY;
        }
        for (size_t tag = 0; tag < tags; tag++) {
            if (before[tag] + search->most[tag] < bar) {
                continue; /* of most tags no way is the best one, and of a sure token of none but its own */
            }
            const double *restrict ways = search->transitions + tag * tags;
            double own = before[tag];
            for (size_t next = 0; next < tags; next++) {
                double value = own + ways[next];
                now[next] = value > now[next] ? value : now[next];
            }
        }
        add_own(search, token, now);
    }
    size_t tag = highest(rows + (last - first) * tags, tags);
    for (size_t token = last; token > first; token--) {
        chosen[token] = (int64_t)tag;
        tag = best_before(search, rows + (token - first - 1) * tags, tag);
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
    double *rows = malloc((longest + 2) * tags * sizeof(double));
    if (rows == NULL) {
        return 0;
    }
    for (size_t first = 0, end; first < length; first = end + 1) {
        for (end = first; end < length && !search->sure[end]; end++) {
        }
        if (end > first) {
            size_t last = end < length ? end : end - 1;
            best_of(search, first ? first - 1 : 0, last, chosen, rows);
        }
    }
    free(rows);
    return 1;
}
