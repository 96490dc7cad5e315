#include "phrases.h"

#include <stdlib.h>
#include <string.h>

/* Python's bytes may stand anywhere. */
static uint32_t sign_at(const char *text, size_t at)
{
    uint32_t sign;
    memcpy(&sign, text + at * SIGN, SIGN);
    return sign;
}

/* Where the step by a sign is kept, or is to be. */
static Step *step_of(const Texts *texts, uint32_t from, uint32_t sign)
{
    uint32_t hash = (from * 0x9E3779B1u) ^ (sign * 0x85EBCA6Bu);
    size_t at = hash ^ (hash >> 15);
    while (1) {
        Step *step = &texts->steps[at & (texts->slots - 1)];
        if (step->to == 0 || (step->from == from && step->sign == sign)) {
            return step;
        }
        at++;
    }
}

/* Makes room for one beginning more, so that half of the steps stay empty. */
static int make_room(Texts *texts)
{
    if (texts->count < texts->room) {
        return 1;
    }
    size_t room = texts->room ? 2 * texts->room : 64, slots = 2 * room;
    Step *steps = room < UINT32_MAX / 2 ? calloc(slots, sizeof(Step)) : NULL;
    uint32_t *whole = steps != NULL ? realloc(texts->whole, room * sizeof(uint32_t)) : NULL;
    if (whole == NULL) {
        free(steps);
        return 0;
    }
    Texts larger = {steps, slots, whole, texts->count, room, texts->longest};
    for (size_t i = 0; i < texts->slots; i++) {
        if (texts->steps[i].to) {
            *step_of(&larger, texts->steps[i].from, texts->steps[i].sign) = texts->steps[i];
        }
    }
    if (larger.count == 0) {
        larger.whole[larger.count++] = 0;
    }
    free(texts->steps);
    *texts = larger;
    return 1;
}

int texts_add(Texts *texts, const char *text, size_t length, uint32_t number)
{
    uint32_t from = 0;
    for (size_t i = 0; i < length; i++) {
        if (!make_room(texts)) {
            return 0;
        }
        uint32_t sign = sign_at(text, i);
        Step *step = step_of(texts, from, sign);
        if (step->to == 0) {
            texts->whole[texts->count] = 0;
            *step = (Step){from, sign, (uint32_t)texts->count++};
        }
        from = step->to;
    }
    if (length) {
        texts->whole[from] = number + 1;
        texts->longest = length > texts->longest ? length : texts->longest;
    }
    return 1;
}

void texts_free(Texts *texts)
{
    free(texts->steps);
    free(texts->whole);
    *texts = (Texts){.steps = NULL};
}

size_t texts_at(const Texts *texts, const char *in, size_t length, size_t at, Standing *found)
{
    size_t count = 0;
    uint32_t from = 0;
    for (size_t i = at; i < length && texts->slots; i++) {
        from = step_of(texts, from, sign_at(in, i))->to;
        if (from == 0) {
            break;
        }
        if (texts->whole[from]) {
            found[count++] = (Standing){texts->whole[from] - 1, i + 1 - at};
        }
    }
    return count;
}
