#include "edits.h"

#include <string.h>

uint32_t letters_of(const uint32_t *signs, size_t length)
{
    uint32_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        letters |= UINT32_C(1) << (signs[i] & 31);
    }
    return letters;
}

/* Whether texts may be that near: an edit puts in a letter and takes another one out, or one of both, which tells on the
   length too. */
static int about_alike(const Signs *one, const Signs *other, unsigned most)
{
    size_t apart = one->length > other->length ? one->length - other->length : other->length - one->length;
    if (apart > most) {
        return 0;
    }
    uint32_t differing = one->letters ^ other->letters;
    for (size_t left = 2 * most - apart; differing && left; left--) {
        differing &= differing - 1;
    }
    return !differing;
}

static unsigned between(const uint32_t *a, size_t m, const uint32_t *b, size_t n, unsigned most);

/* The fewer of `best` and of `cost` with what is between the rests. */
static unsigned with(unsigned cost, const uint32_t *a, size_t m, const uint32_t *b, size_t n, unsigned best)
{
    return cost < best ? cost + between(a, m, b, n, best - 1 - cost) : best;
}

/* Of two first letters that differ one is left out, or both are one replaced, or each is the other's swapped with what
   comes next, between which a letter may be left out or put in. */
static unsigned between(const uint32_t *a, size_t m, const uint32_t *b, size_t n, unsigned most)
{
    while (m && n && *a == *b) {
        a++, b++, m--, n--;
    }
    size_t apart = m > n ? m - n : n - m;
    if (apart > most) {
        return most + 1;
    }
    if (!m || !n) {
        return (unsigned)apart;
    }
    unsigned best = with(1, a + 1, m - 1, b + 1, n - 1, most + 1);
    best = with(1, a + 1, m - 1, b, n, best);
    best = with(1, a, m, b + 1, n - 1, best);
    if (m > 1 && n > 1 && a[0] == b[1] && a[1] == b[0]) {
        best = with(1, a + 2, m - 2, b + 2, n - 2, best);
    }
    if (m > 2 && n > 1 && a[0] == b[1] && a[2] == b[0]) {
        best = with(2, a + 3, m - 3, b + 2, n - 2, best);
    }
    if (m > 1 && n > 2 && a[0] == b[2] && a[1] == b[0]) {
        best = with(2, a + 2, m - 2, b + 3, n - 3, best);
    }
    return best;
}

unsigned edits_between(const Signs *one, const Signs *other, unsigned most)
{
    return about_alike(one, other, most) ? between(one->signs, one->length, other->signs, other->length, most) : most + 1;
}

/* Two letters one after the other are one other, as str.replace does it. */
static void join(Signs *text, uint32_t first, uint32_t second, uint32_t instead)
{
    size_t to = 0;
    for (size_t from = 0; from < text->length; from++) {
        int both = text->signs[from] == first && from + 1 < text->length && text->signs[from + 1] == second;
        text->signs[to++] = both ? instead : text->signs[from];
        from += (size_t)both;
    }
    text->length = to;
}

void make_skeleton(Signs *text)
{
    static const char PAIRS[][4] = {"rnm", "vvw", "cld", "iiu"}, FROM[] = "01i|58234", TO[] = "olllsbzea";
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        join(text, (uint32_t)PAIRS[i][0], (uint32_t)PAIRS[i][1], (uint32_t)PAIRS[i][2]);
    }
    for (size_t i = 0; i < text->length; i++) {
        const char *at = text->signs[i] && text->signs[i] < 128 ? strchr(FROM, (int)text->signs[i]) : NULL;
        text->signs[i] = at != NULL ? (uint32_t)TO[at - FROM] : text->signs[i];
    }
    text->letters = letters_of(text->signs, text->length);
}
