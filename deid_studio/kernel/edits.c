#include "edits.h"

uint32_t letters_of(const uint32_t *signs, size_t length)
{
    uint32_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        letters |= UINT32_C(1) << (signs[i] & 31);
    }
    return letters;
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

unsigned edits_of_alike(const Signs *one, const Signs *other, unsigned most)
{
    return between(one->signs, one->length, other->signs, other->length, most);
}

/* What two letters, one after the other, are taken for, as they are met from the left; 0: nothing. */
static uint32_t joined(uint32_t first, uint32_t second)
{
    switch (first) {
    case 'r':
        return second == 'n' ? 'm' : 0;
    case 'v':
        return second == 'v' ? 'w' : 0;
    case 'c':
        return second == 'l' ? 'd' : 0;
    case 'i':
        return second == 'i' ? 'u' : 0;
    default:
        return 0;
    }
}

void make_skeleton(Signs *text)
{
    static const char READ[128] = {['0'] = 'o', ['1'] = 'l', ['i'] = 'l', ['|'] = 'l', ['5'] = 's',
                                   ['8'] = 'b', ['2'] = 'z', ['3'] = 'e', ['4'] = 'a'};
    uint32_t letters = 0;
    size_t to = 0;
    for (size_t from = 0; from < text->length; from++) {
        uint32_t sign = text->signs[from], one = from + 1 < text->length ? joined(sign, text->signs[from + 1]) : 0;
        from += one != 0;
        one = one ? one : sign < 128 && READ[sign] ? (uint32_t)READ[sign] : sign;
        text->signs[to++] = one;
        letters |= UINT32_C(1) << (one & 31);
    }
    text->length = to;
    text->letters = letters;
}
