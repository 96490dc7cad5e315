/* Lines as Python tells of them, taken over once and checked (taken_lines.c). */
#ifndef DEID_TAKEN_LINES_H
#define DEID_TAKEN_LINES_H

#include "arguments.h"
#include "places.h"

/* A word that was met, and what it is folded. */
typedef struct {
    Word *word;
    PyObject *folded;
} KeptWord;

/* What Python tells: lists of where tokens stand and of lines, what the header says of words, which words are written
   small too, and the users of mail addresses. */
typedef struct {
    PyObject *starts, *ends, *lines, *header_values, *lower_words, *mail_users;
} Told;

/* Memory for texts and parts that stay until all is let go. */
typedef struct Block {
    struct Block *before;
    size_t used, size;
    _Alignas(16) char memory[];
} Block;

/* A tag of a token. */
typedef struct {
    size_t token;
    Part tag;
} Tag;

/* Lines with all memory that they need. */
typedef struct {
    size_t count, tokens;
    Line *lines;
    const Word **words;
    int64_t *starts, *ends;
    Known *known;
    Tag *tags; /* of the line that is taken */
    size_t tags_count, tags_room;
    Block *blocks;
    PyObject *held; /* a list of objects whose memory is pointed at */
} Taken;

/* Takes over the lines of tokens, whose words have these numbers; an exception and 0 when they do not fit. */
int taken_fill(Taken *taken, const Told *told, const KeptWord *words, const size_t *numbers, size_t tokens);

void taken_let_go(Taken *taken);

#endif
