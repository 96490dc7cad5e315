#include "cues.h"

#include <stdlib.h>
#include <string.h>

/* Python's bytes may stand anywhere. */
static uint32_t sign_at(const char *text, size_t at)
{
    uint32_t sign;
    memcpy(&sign, text + at * sizeof sign, sizeof sign);
    return sign;
}

static uint32_t found_among(const Cues *cues, uint32_t number, uint32_t sign)
{
    while (number && cues->signs[number].sign != sign) {
        number = cues->signs[number].other;
    }
    return number;
}

/* A new sign, which stands before the others of a list; 0 when memory is short. */
static uint32_t add_sign(Cues *cues, uint32_t sign, uint32_t other)
{
    if (cues->count == cues->room) {
        size_t room = cues->room ? 2 * cues->room : 1024;
        CueSign *signs = room <= UINT32_MAX ? realloc(cues->signs, room * sizeof *signs) : NULL;
        if (signs == NULL) {
            return 0;
        }
        cues->signs = signs;
        cues->room = room;
    }
    if (cues->count == 0) {
        cues->signs[cues->count++] = (CueSign){0, 0, 0, 0};
    }
    cues->signs[cues->count] = (CueSign){.sign = sign, .other = other};
    return (uint32_t)cues->count++;
}

int cues_add(Cues *cues, const char *text, size_t length, uint32_t place)
{
    uint32_t before = 0, number = 0;
    for (size_t i = 0; i < length; i++, before = number) {
        uint32_t sign = sign_at(text, i), among = i ? cues->signs[before].follows : cues->first[sign & 0xFF];
        number = found_among(cues, among, sign);
        if (number == 0) {
            number = add_sign(cues, sign, among);
            if (number == 0) {
                return 0;
            }
            *(i ? &cues->signs[before].follows : &cues->first[sign & 0xFF]) = number;
        }
    }
    if (length) {
        cues->signs[number].cue = place + 1;
        cues->longest = length > cues->longest ? length : cues->longest;
    }
    return 1;
}

void cues_free(Cues *cues)
{
    free(cues->signs);
    *cues = (Cues){.signs = NULL};
}

size_t cues_at(const Cues *cues, const char *text, size_t length, size_t at, uint32_t *found)
{
    size_t count = 0;
    uint32_t among = at < length ? cues->first[sign_at(text, at) & 0xFF] : 0;
    for (; among && at < length; at++) {
        uint32_t number = found_among(cues, among, sign_at(text, at));
        if (number == 0) {
            break;
        }
        if (cues->signs[number].cue) {
            found[count++] = cues->signs[number].cue - 1;
        }
        among = cues->signs[number].follows;
    }
    return count;
}
