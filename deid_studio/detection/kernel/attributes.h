/* Attributes: the features that a model has weights of, found by their names. */
#ifndef DEID_ATTRIBUTES_H
#define DEID_ATTRIBUTES_H

#include <stddef.h>
#include <stdint.h>

#define NO_ATTRIBUTE UINT32_MAX

/* A stretch of UTF-8, not ended by a zero. */
typedef struct {
    const char *text;
    size_t size;
} Piece;

/* A place in the hash table: an attribute (NO_ATTRIBUTE: none) with half of its hash, which spares most comparisons. */
typedef struct {
    uint32_t number;
    uint32_t hash;
} Slot;

/* Names and weights lie one after the other: attribute `a` has the name `names[begins[a] .. begins[a + 1])` and the
   weights `firsts[a] .. firsts[a + 1]`, each of one tag; all other tags have none. */
typedef struct {
    uint32_t count, tags;
    size_t longest;
    char *names;
    size_t *begins;
    uint32_t *firsts;
    uint16_t *tag;
    float *weight;
    Slot *slots;
    uint32_t mask;
    uint64_t *sieve; /* a bit for each hash that occurs: small enough to stay near, it spares most unknown names a slot */
    uint64_t *buffer; /* where a name is put together, filled up with zeros to whole words */
} Attributes;

/* Makes the table of names and the buffer, once all else is filled in; 0 when memory is short, -1 when a name occurs
   twice, 1 when all is well. */
int attributes_index(Attributes *all);

/* Frees what is there; the structure itself is the caller's. */
void attributes_free(Attributes *all);

/* The attribute whose name is `head`, then the pieces with `|` between; NO_ATTRIBUTE where there is none. */
uint32_t attribute_of(const Attributes *all, Piece head, const Piece *pieces, size_t count);

/* Adds the weights of an attribute to those of a place, one for each tag. */
void attribute_add(const Attributes *all, uint32_t number, float *sums);

#endif
