#include "outline.h"

#include <stdlib.h>
#include <string.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

#define MOST_WORDS 4
#define PAIR_BYTES ((SIGNS + 7) / 8)
#define LONGEST 256 /* signs; what goes on for longer may match: a long line costs what its length costs */

/* Python's bytes may stand anywhere. */
static uint64_t word_at(const uint8_t *table, size_t number)
{
    uint64_t word;
    memcpy(&word, table + number * sizeof word, sizeof word);
    return word;
}

static size_t lowest_bit(uint64_t word)
{
#ifdef _MSC_VER
    unsigned long bit;
    _BitScanForward64(&bit, word);
    return bit;
#else
    return (size_t)__builtin_ctzll(word);
#endif
}

static size_t sign_of(uint8_t byte) { return byte < SIGNS - 1 ? byte : SIGNS - 1; }

/* The size of an automaton of so many words. */
static size_t size_of(size_t words) { return words * sizeof(uint64_t) * (2 + SIGNS + words * 64); }

static Automaton automaton(const uint8_t *bytes, size_t words)
{
    size_t row = words * sizeof(uint64_t);
    return (Automaton){words, bytes, bytes + row, bytes + 2 * row, bytes + (2 + SIGNS) * row};
}

int outline_read(Outline *outline, const uint8_t *bytes, size_t size)
{
    size_t ahead = size > 1 ? bytes[0] : 0, behind = size > 1 ? bytes[1] : 0;
    if (ahead == 0 || ahead > MOST_WORDS || behind > MOST_WORDS ||
        size != 2 + 2 * 256 + 2 * SIGNS * PAIR_BYTES + size_of(ahead) + size_of(behind)) {
        return 0;
    }
    outline->before = bytes + 2;
    outline->begins = outline->before + 256;
    outline->pairs = outline->begins + 256;
    outline->second_pairs = outline->pairs + SIGNS * PAIR_BYTES;
    outline->ahead = automaton(outline->second_pairs + SIGNS * PAIR_BYTES, ahead);
    outline->behind = automaton(outline->ahead.first + size_of(ahead), behind);
    return 1;
}

/* `words` are those of the automaton, told so that each number of them is compiled by itself. */
static inline int fits(const Automaton *of, size_t words, const uint8_t *signs, size_t at, size_t end)
{
    size_t length = at <= end ? end - at : at - end;
    uint64_t now[MOST_WORDS], next[MOST_WORDS];
    for (size_t w = 0; w < words; w++) {
        next[w] = word_at(of->first, w);
    }
    for (size_t i = 0; i < length; i++) {
        size_t row = sign_of(at <= end ? signs[at + i] : signs[at - 1 - i]) * words;
        uint64_t some = 0, last = 0;
        for (size_t w = 0; w < words; w++) {
            now[w] = next[w] & word_at(of->of_sign, row + w);
            last |= now[w] & word_at(of->last, w);
            some |= now[w];
            next[w] = 0;
        }
        if (last || !some || i == LONGEST) {
            return some != 0;
        }
        for (size_t w = 0; w < words; w++) {
            for (uint64_t rest = now[w]; rest; rest &= rest - 1) {
                size_t place = w * 64 + lowest_bit(rest);
                for (size_t v = 0; v < words; v++) {
                    next[v] |= word_at(of->follow, place * words + v);
                }
            }
        }
    }
    return 0;
}

static int automaton_fits(const Automaton *of, const uint8_t *signs, size_t at, size_t end)
{
    switch (of->words) {
    case 1:
        return fits(of, 1, signs, at, end);
    case 2:
        return fits(of, 2, signs, at, end);
    case 3:
        return fits(of, 3, signs, at, end);
    default:
        return fits(of, MOST_WORDS, signs, at, end);
    }
}

int outline_fits(const Outline *outline, const uint8_t *signs, size_t at, size_t end)
{
    return automaton_fits(&outline->ahead, signs, at, end);
}

/* Whether two signs are among pairs. */
static int is_pair(const uint8_t *pairs, uint8_t one, uint8_t other)
{
    size_t bit = sign_of(other);
    return pairs[sign_of(one) * PAIR_BYTES + bit / 8] >> bit % 8 & 1;
}

/* Whether it can stand from `at` on, before `end`, where it is known that its first two signs can. */
static int is_start(const Outline *outline, const uint8_t *signs, size_t at, size_t end)
{
    return (at == 0 || outline->before[signs[at - 1]]) &&
           (at + 2 >= end || is_pair(outline->second_pairs, signs[at + 1], signs[at + 2])) &&
           (outline->behind.words == 0 || automaton_fits(&outline->behind, signs, at, 0)) &&
           outline_fits(outline, signs, at, end);
}

size_t outline_start(const Outline *outline, const uint8_t *signs, size_t at, size_t end)
{
    for (; at < end; at++) {
        if (outline->begins[signs[at]] && (at + 1 == end || is_pair(outline->pairs, signs[at], signs[at + 1])) &&
            is_start(outline, signs, at, end)) {
            return at;
        }
    }
    return end;
}

int outline_lay(Laid *laid, const uint8_t *signs, size_t size)
{
    uint32_t *next = calloc(SIGNS * SIGNS, sizeof(uint32_t));
    size_t count = 0;
    *laid = (Laid){.signs = signs, .size = size, .places = malloc((size + 1) * sizeof(uint32_t))};
    for (size_t at = 0; next != NULL && at + 1 < size; at++) {
        count += next[sign_of(signs[at]) * SIGNS + sign_of(signs[at + 1])]++ == 0;
    }
    laid->pairs = malloc((count + 1) * sizeof(Pair));
    laid->marked = malloc((size / 64 + 1) * sizeof(uint64_t));
    int done = next != NULL && laid->places != NULL && laid->pairs != NULL && laid->marked != NULL;
    uint32_t from = 0;
    size_t told = 0;
    for (size_t number = 0; done && number < SIGNS * SIGNS; number++) {
        uint32_t often = next[number];
        if (often) {
            laid->pairs[told++] = (Pair){(uint8_t)(number / SIGNS), (uint8_t)(number % SIGNS), from};
        }
        next[number] = from;
        from += often;
        laid->of[number / SIGNS + 1] = told;
    }
    for (size_t at = 0; done && at + 1 < size; at++) {
        laid->places[next[sign_of(signs[at]) * SIGNS + sign_of(signs[at + 1])]++] = (uint32_t)at;
    }
    free(next);
    if (done) {
        laid->pairs[told] = (Pair){.from = from};
    } else {
        outline_let_go(laid);
    }
    return done;
}

void outline_let_go(Laid *laid)
{
    free(laid->pairs);
    free(laid->places);
    free(laid->marked);
    *laid = (Laid){.size = 0};
}

void outline_mark(const Outline *outline, Laid *laid)
{
    memset(laid->marked, 0, (laid->size / 64 + 1) * sizeof(uint64_t));
    const Pair *pair = laid->pairs, *all = pair + laid->of[SIGNS];
    while (pair < all) {
        const Pair *end = laid->pairs + laid->of[pair->one + 1];
        for (pair = outline->begins[pair->one] ? pair : end; pair < end; pair++) {
            uint32_t to = pair[1].from;
            for (uint32_t i = is_pair(outline->pairs, pair->one, pair->other) ? pair->from : to; i < to; i++) {
                laid->marked[laid->places[i] / 64] |= (uint64_t)1 << laid->places[i] % 64;
            }
        }
    }
}

size_t outline_marked(const Outline *outline, const Laid *laid, size_t at, size_t end)
{
    /* Of the last sign it is not known what follows it within the stretch. */
    for (size_t word = at / 64; at + 1 < end && word <= (end - 2) / 64; word++) {
        uint64_t rest = laid->marked[word];
        rest &= word == at / 64 ? ~(uint64_t)0 << at % 64 : ~(uint64_t)0;
        for (; rest; rest &= rest - 1) {
            size_t place = word * 64 + lowest_bit(rest);
            if (place + 1 < end && is_start(outline, laid->signs, place, end)) {
                return place;
            }
        }
    }
    return at < end ? outline_start(outline, laid->signs, end - 1, end) : end;
}
