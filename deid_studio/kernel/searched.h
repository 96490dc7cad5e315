/* Searched: where in stretches of a report an expression can match, by its outline, and its program if it has one. */
#ifndef DEID_SEARCHED_H
#define DEID_SEARCHED_H

#include "outline.h"
#include "program.h"
#include "tried_parts.h"

typedef struct {
    Outline outline;
    const Program *program; /* NULL where there is none */
} Searched;

/* Adds of each stretch in which something can stand its first place there and its end; where there is a program, the
   first place where that matches. `text` is what programs are matched in, NULL for none. 0 when memory is short. */
int searched_in(const Searched *of, const uint8_t *text, Laid *laid, const Stretches *stretches, Stretches *found);

#endif
