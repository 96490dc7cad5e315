#include "phrases.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 64

/* Python's bytes may stand anywhere. */
static uint32_t sign_at(const char *text, size_t at)
{
    uint32_t sign;
    memcpy(&sign, text + at * SIGN, SIGN);
    return sign;
}

/* Texts that begin alike stand beside each other, the shorter first, and equal ones by their numbers. */
static int by_signs(const void *one, const void *other)
{
    const Phrase *a = one, *b = other;
    int order = memcmp(a->signs, b->signs, (a->length < b->length ? a->length : b->length) * SIGN);
    if (order == 0) {
        order = (a->length > b->length) - (a->length < b->length);
    }
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* The lowest five bits of a sign, which tell letters from each other: a bit for what they say. */
static uint32_t lowest_of(uint32_t sign) { return UINT32_C(1) << (sign & 31); }

/* How many beginnings sorted texts have, the empty one among them. */
static size_t beginnings_of(const Phrase *phrases, size_t count)
{
    size_t all = 1;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (i && same < phrases[i].length && same < phrases[i - 1].length &&
               sign_at(phrases[i].signs, same) == sign_at(phrases[i - 1].signs, same)) {
            same++;
        }
        all += phrases[i].length - same;
    }
    return all;
}

/* Fills in the beginnings of sorted texts; those of beginning `i` are `from[i]` to the one before `to[i]`. */
static void fill(Texts *texts, const Phrase *phrases, uint32_t *from, uint32_t *to, size_t count)
{
    size_t length = 0, longer = 1; /* signs of the beginning that is at, and where those that have more begin */
    uint32_t made = 1;
    from[0] = 0;
    to[0] = (uint32_t)count;
    for (uint32_t at = 0; at < made; at++) {
        if (at == longer) {
            length++;
            longer = made;
        }
        Beginning *own = &texts->beginnings[at];
        uint32_t i = from[at], end = to[at];
        for (; i < end && phrases[i].length == length; i++) {
            own->whole = at ? phrases[i].number + 1 : 0;
        }
        own->first = made;
        while (i < end) {
            uint32_t sign = sign_at(phrases[i].signs, length);
            from[made] = i;
            while (i < end && sign_at(phrases[i].signs, length) == sign) {
                i++;
            }
            to[made] = i;
            if (at < texts->rows_count && sign < ROW) {
                texts->rows[at][sign] = made;
            }
            texts->beginnings[made++] = (Beginning){.sign = sign};
            own->lowest |= lowest_of(sign);
        }
    }
    texts->beginnings[made].first = made;
    texts->longest = length;
}

int texts_make(Texts *texts, Phrase *phrases, size_t count)
{
    qsort(phrases, count, sizeof(Phrase), by_signs);
    size_t all = beginnings_of(phrases, count);
    *texts = (Texts){.rows_count = all < MOST_ROWS ? all : MOST_ROWS};
    uint32_t *from = all < UINT32_MAX ? malloc(2 * all * sizeof(uint32_t)) : NULL;
    texts->beginnings = from != NULL ? calloc(all + 1, sizeof(Beginning)) : NULL;
    texts->rows = texts->beginnings != NULL ? calloc(texts->rows_count, sizeof *texts->rows) : NULL;
    int done = texts->rows != NULL;
    if (done) {
        fill(texts, phrases, from, from + all, count);
    } else {
        texts_free(texts);
    }
    free(from);
    return done;
}

void texts_free(Texts *texts)
{
    free(texts->beginnings);
    free(texts->rows);
    *texts = (Texts){.beginnings = NULL};
}

/* The beginning that is longer by a sign; 0 when there is none. */
static uint32_t longer_by(const Texts *texts, uint32_t from, uint32_t sign)
{
    if (from < texts->rows_count && sign < ROW) {
        return texts->rows[from][sign];
    }
    const Beginning *own = &texts->beginnings[from];
    if (!(own->lowest & lowest_of(sign))) { /* nearly always: those that are longer need not be in the cache */
        return 0;
    }
    uint32_t at = own->first, end = own[1].first;
    while (at < end && texts->beginnings[at].sign != sign) {
        at++;
    }
    return at < end ? at : 0;
}

size_t texts_at(const Texts *texts, const char *in, size_t length, size_t at, Standing *found)
{
    size_t count = 0;
    uint32_t from = 0;
    for (size_t i = at; i < length && (from = longer_by(texts, from, sign_at(in, i))) != 0; i++) {
        if (texts->beginnings[from].whole) {
            found[count++] = (Standing){texts->beginnings[from].whole - 1, i + 1 - at};
        }
    }
    return count;
}
