/* Attributes: the features that a model has weights of, found by their names, which are put together of parts. */
#ifndef DEID_ATTRIBUTES_H
#define DEID_ATTRIBUTES_H

#include <stddef.h>
#include <stdint.h>

#define NO_ATTRIBUTE UINT32_MAX
#define MOST_PARTS 5 /* of a name, behind its head */
#define SIEVE_BITS 20
#define BASE UINT64_C(0x9E3779B97F4A7C15)

/* A stretch of UTF-8, not ended by a zero. */
typedef struct {
    const char *text;
    size_t size;
} Piece;

/* A piece with its hash, the value of its bytes as digits of a number to `BASE`, and `BASE` to the power of its size:
   what the hash of a name that holds it is reckoned from without looking at its bytes again. */
typedef struct {
    Piece piece;
    uint64_t hash, power;
} Part;

/* A name: `head`, then the parts with `|` between. */
typedef struct {
    Piece head;
    const Part *parts[MOST_PARTS];
    size_t count;
    uint64_t hash;
} Name;

/* A place in the hash table: where in `records` an attribute is (NO_ATTRIBUTE: none), with half of its hash. */
typedef struct {
    uint32_t record;
    uint32_t hash;
} Slot;

/* A record is all that is known of an attribute, side by side: the size of its name, the number of its weights, the name,
   the weights, and the tag of each (16 bits). All other tags have no weight. Where there are many the record has one for
   every tag, in their order, many of which are 0: adding all side by side takes less time. */
typedef struct {
    uint32_t tags;
    uint32_t *records;
    Slot *slots;
    uint32_t mask;
    uint64_t *sieve; /* a bit for each hash that occurs: small enough to stay near, it spares most unknown names a slot */
} Attributes;

/* Makes the table of `count` names, the weights of the n-th being `firsts[n] .. firsts[n + 1]`; 0 when memory is short,
   -1 when a name occurs twice, 1 when all is well. */
int attributes_fill(Attributes *all, const Piece *names, uint32_t count, const uint32_t *firsts, const uint16_t *tags,
                    const float *weights);

/* Frees what is there; the structure itself is the caller's. */
void attributes_free(Attributes *all);

/* Part of a text, which lives as long. */
Part part_of(Piece piece);

/* Where the attribute of a name is, NO_ATTRIBUTE where there is none; the sieve is not asked. */
uint32_t attribute_found(const Attributes *all, const Name *name);

/* The attributes of names, whose hashes are not reckoned yet, NO_ATTRIBUTE where there is none. */
void attributes_of(const Attributes *all, Name *names, size_t count, uint32_t *records);

/* Adds the weights of an attribute to those of a place, one for each tag. */
void attribute_add(const Attributes *all, uint32_t record, float *sums);

/* A name that may be an attribute's, and where its weights are to be added; one without a head was found before. */
typedef struct {
    Name name;
    float *sums;
    uint32_t record;
} Wait;

#define WAITING 64 /* names that are looked up together */

/* Names that wait to be looked up. */
typedef struct {
    const Attributes *all;
    Wait waits[WAITING];
    size_t count;
} Waits;

/* Adds the weights of all names that wait, in their order: what lies far off in memory is fetched for all at once. */
void waits_settle(Waits *waits);

/* Has memory brought near in the meantime, where the compiler knows how. */
static inline void fetch(const void *from, size_t size)
{
#if defined(__GNUC__)
    for (size_t at = 0; at < size; at += 64) {
        __builtin_prefetch((const char *)from + at);
    }
#endif
}

/* The number of a hash's bit in the sieve: of its upper half, the table is searched by the lower one. */
static inline uint32_t bit_of(uint64_t hash) { return (uint32_t)(hash >> (64 - SIEVE_BITS)); }

/* Whether some attribute may have a hash: 0 is sure. What is needed to find it is then fetched in the meantime. */
static inline int attribute_sifted(const Attributes *all, uint64_t hash)
{
    int there = all->sieve[bit_of(hash) / 64] >> bit_of(hash) % 64 & 1;
    if (there) {
        fetch(&all->slots[(uint32_t)hash & all->mask], sizeof(Slot));
    }
    return there;
}

/* The hash of a name, ready to be looked up. */
static inline uint64_t name_hash(const Name *name)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < name->head.size; i++) {
        hash = hash * BASE + (unsigned char)name->head.text[i];
    }
    for (size_t i = 0; i < name->count; i++) {
        hash = i ? hash * BASE + '|' : hash;
        hash = hash * name->parts[i]->power + name->parts[i]->hash;
    }
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

/* Has the weights of the feature `head` + parts, with `|` between them, added to sums when all is settled, until when
   the parts live. */
static inline void waits_add(Waits *waits, Piece head, const Part *const *parts, size_t count, float *sums)
{
    Wait *wait = &waits->waits[waits->count];
    Name *name = &wait->name;
    name->head = head;
    name->count = count;
    for (size_t i = 0; i < count; i++) {
        name->parts[i] = parts[i];
    }
    name->hash = name_hash(name);
    if (attribute_sifted(waits->all, name->hash)) {
        wait->sums = sums;
        if (++waits->count == WAITING) {
            waits_settle(waits);
        }
    }
}

/* The same of an attribute that was found before. */
static inline void waits_add_found(Waits *waits, uint32_t record, float *sums)
{
    if (record != NO_ATTRIBUTE) {
        Wait *wait = &waits->waits[waits->count];
        wait->name.head.text = NULL;
        wait->record = record;
        wait->sums = sums;
        if (++waits->count == WAITING) {
            waits_settle(waits);
        }
    }
}

#endif
