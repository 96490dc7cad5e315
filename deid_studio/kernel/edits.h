/* Edits: how many letters are put in, left out or replaced, or neighbours swapped, between two texts. */
#ifndef DEID_EDITS_H
#define DEID_EDITS_H

#include <stddef.h>
#include <stdint.h>

#define MOST_EDITS 2

/* A text of code points, and which letters it has, as bits that those of other alphabets and figures share. */
typedef struct {
    uint32_t *signs;
    size_t length;
    uint32_t letters;
} Signs;

/* Which letters a text has. */
uint32_t letters_of(const uint32_t *signs, size_t length);

/* Whether texts may be that near: an edit puts in a letter and takes another one out, or one of both, which tells on the
   length too. */
static inline int about_alike(const Signs *one, const Signs *other, unsigned most)
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

/* How many edits are between two texts, where they are `most` (MOST_EDITS at most), else one more. */
unsigned edits_of_alike(const Signs *one, const Signs *other, unsigned most);

static inline unsigned edits_between(const Signs *one, const Signs *other, unsigned most)
{
    return about_alike(one, other, most) ? edits_of_alike(one, other, most) : most + 1;
}

/* Makes letters that are taken for others the same, as letter_skeleton (spelling.py) does. */
void make_skeleton(Signs *text);

#endif
