#include "taken_lines.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 16384
#define SHORTEST_IN_MAIL 3 /* letters: a word in a mail address has more */

/* Memory that stays until all is let go; NULL when there is none. */
static void *room_for(Taken *taken, size_t size)
{
    size = (size + 15) / 16 * 16;
    if (taken->blocks == NULL || taken->blocks->size - taken->blocks->used < size) {
        size_t own = size > BLOCK ? size : BLOCK;
        Block *block = malloc(sizeof(Block) + own);
        if (block == NULL) {
            return NULL;
        }
        *block = (Block){.before = taken->blocks, .size = own};
        taken->blocks = block;
    }
    void *found = taken->blocks->memory + taken->blocks->used;
    taken->blocks->used += size;
    return found;
}

void taken_let_go(Taken *taken)
{
    while (taken->blocks != NULL) {
        Block *before = taken->blocks->before;
        free(taken->blocks);
        taken->blocks = before;
    }
    free(taken->lines);
    free(taken->words);
    free(taken->starts);
    free(taken->ends);
    free(taken->known);
    free(taken->tags);
    Py_XDECREF(taken->held);
}

/* A text that Python holds on to, as bytes. */
static int take_text(Taken *taken, PyObject *text, Piece *into)
{
    PyObject *bytes = NULL;
    if (!text_bytes(text, into, &bytes)) {
        return 0;
    }
    int done = bytes == NULL || PyList_Append(taken->held, bytes) == 0;
    Py_XDECREF(bytes);
    return done;
}

/* The words of all lines, and where they stand. */
static int take_tokens(Taken *taken, const Told *told, const KeptWord *words, const size_t *numbers)
{
    for (size_t i = 0; i < taken->tokens; i++) {
        taken->words[i] = words[numbers[i]].word;
        fetch(taken->words[i], sizeof(Word)); /* looked at when all have been taken */
        taken->starts[i] = PyLong_AsLongLong(PyList_GetItem(told->starts, (Py_ssize_t)i));
        taken->ends[i] = PyLong_AsLongLong(PyList_GetItem(told->ends, (Py_ssize_t)i));
        if (PyErr_Occurred()) {
            return 0;
        }
    }
    return 1;
}

/* Whether a word is in the user of a mail address; -1 and an exception. */
static int is_in_mail(PyObject *users, PyObject *folded)
{
    Py_ssize_t count = PyList_Size(users);
    int found = 0;
    if (count && PyUnicode_GetLength(folded) <= SHORTEST_IN_MAIL) {
        return 0;
    }
    for (Py_ssize_t i = 0; !found && i < count; i++) {
        found = PyUnicode_Contains(PyList_GetItem(users, i), folded);
    }
    return found;
}

/* What the rest of the report tells of the words of a line. */
static int take_facts(Taken *taken, const Told *told, const Line *line, Known *known, const KeptWord *words,
                      const size_t *numbers)
{
    for (size_t i = 0; i < line->count; i++, known++) {
        PyObject *folded = words[numbers[i]].folded;
        PyObject *value = PyDict_GetItemWithError(told->header_values, folded);
        if (value != NULL) {
            Piece own;
            if (!take_text(taken, value, &own)) {
                return 0;
            }
            known->is_value = 1;
            known->value = part_of(own);
        } else if (PyErr_Occurred()) {
            return 0;
        }
        Piece shape = line->words[i]->shape.piece;
        if (shape.size && shape.text[0] == 'A') { /* of other words the rest tells nothing */
            known->is_lower = PySet_Contains(told->lower_words, folded);
            known->is_mail = known->is_lower < 0 ? 0 : is_in_mail(told->mail_users, folded);
            if (known->is_lower < 0 || known->is_mail < 0) {
                return 0;
            }
        }
    }
    return 1;
}

/* The fields of a line: (label, start, colon, end). */
static int take_fields(Taken *taken, Line *line, PyObject *fields)
{
    line->fields_count = (size_t)PyList_Size(fields);
    Field *found = room_for(taken, line->fields_count * sizeof(Field));
    line->fields = found;
    if (found == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; i < line->fields_count; i++) {
        PyObject *label;
        Py_ssize_t start, colon, end;
        Piece own;
        if (!PyArg_ParseTuple(PyList_GetItem(fields, (Py_ssize_t)i), "Onnn", &label, &start, &colon, &end) ||
            !take_text(taken, label, &own)) {
            return 0;
        }
        if (start < 0 || colon < start || end < colon) {
            PyErr_SetString(PyExc_ValueError, "a field that does not fit");
            return 0;
        }
        found[i] = (Field){part_of(own), (size_t)start, (size_t)colon, (size_t)end};
    }
    return 1;
}

/* A tag, `head`, what it is of and `tail`; NULL and an exception when memory is short. */
static Part *tag_of(Taken *taken, const char *head, Piece of, const char *tail)
{
    size_t before = strlen(head), after = strlen(tail), size = before + of.size + after;
    Part *tag = room_for(taken, sizeof(Part));
    char *text = tag != NULL ? room_for(taken, size) : NULL;
    if (text == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(text, head, before);
    memcpy(text + before, of.text, of.size);
    memcpy(text + before + of.size, tail, after);
    *tag = part_of((Piece){text, size});
    return tag;
}

/* Gives tokens [first, last) of the line a tag. */
static int tag_tokens(Taken *taken, size_t first, size_t last, const Part *tag)
{
    if (tag == NULL) {
        return 0;
    }
    if (last > first && last - first > taken->tags_room - taken->tags_count) {
        size_t room = 2 * (taken->tags_count + last - first) + 64;
        Tag *tags = realloc(taken->tags, room * sizeof(Tag));
        if (tags == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        taken->tags = tags;
        taken->tags_room = room;
    }
    for (size_t token = first; token < last; token++) {
        taken->tags[taken->tags_count++] = (Tag){token, *tag};
    }
    return 1;
}

/* The entries of lists in a line: (first token, token after the last one, kind). */
static int tag_phrases(Taken *taken, const Line *line, PyObject *phrases)
{
    for (Py_ssize_t i = 0; i < PyList_Size(phrases); i++) {
        PyObject *kind;
        Py_ssize_t start, end;
        Piece own;
        if (!PyArg_ParseTuple(PyList_GetItem(phrases, i), "nnO", &start, &end, &kind) ||
            !take_text(taken, kind, &own)) {
            return 0;
        }
        if (start < 0 || end <= start || (size_t)end > line->count) {
            PyErr_SetString(PyExc_ValueError, "an entry that does not fit");
            return 0;
        }
        Piece shape = line->words[start]->shape.piece;
        int capital = shape.size && shape.text[0] == 'A';
        if (!tag_tokens(taken, (size_t)start, (size_t)start + 1, tag_of(taken, "P=", own, capital ? "/B1" : "/B0")) ||
            !tag_tokens(taken, (size_t)start + 1, (size_t)end, tag_of(taken, "P=", own, capital ? "/I1" : "/I0"))) {
            return 0;
        }
    }
    return 1;
}

/* A match of a rule. */
typedef struct {
    int64_t start, end;
    Piece phi_class;
    size_t before; /* another one that begins with the same token, counted from 1 */
} Hit;

static int is_same(const Hit *one, const Hit *other)
{
    return one->start == other->start && one->end == other->end && one->phi_class.size == other->phi_class.size &&
           memcmp(one->phi_class.text, other->phi_class.text, one->phi_class.size) == 0;
}

/* The first token that begins at a place or later. */
static size_t token_at(const Line *line, int64_t place)
{
    size_t low = 0, high = line->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (line->starts[middle] < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The matches of rules in a line, (start, end, class, anchor), of which those of one class at one place count once. */
static int tag_hits(Taken *taken, const Line *line, PyObject *list)
{
    size_t count = (size_t)PyList_Size(list), seen = 0;
    if (count == 0) {
        return 1;
    }
    Hit *hits = room_for(taken, count * sizeof(Hit));
    size_t *lasts = room_for(taken, (line->count + 1) * sizeof(size_t)); /* the last hit of each token */
    if (hits == NULL || lasts == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    memset(lasts, 0, (line->count + 1) * sizeof(size_t));
    for (size_t i = 0; i < count; i++) {
        PyObject *phi_class, *anchor;
        Py_ssize_t start, end;
        Hit *hit = &hits[seen];
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)i), "nnOU", &start, &end, &phi_class, &anchor) ||
            !take_text(taken, phi_class, &hit->phi_class)) {
            return 0;
        }
        hit->start = start;
        hit->end = end;
        size_t token = token_at(line, start), same = lasts[token];
        while (same && !is_same(&hits[same - 1], hit)) {
            same = hits[same - 1].before;
        }
        if (same || token == line->count || line->starts[token] != start) {
            continue;
        }
        hit->before = lasts[token];
        lasts[token] = ++seen;
        int anchored = PyUnicode_GetLength(anchor) > 0;
        size_t after = token;
        while (after < line->count && line->ends[after] <= end) {
            after++;
        }
        size_t inner = after > token ? token + 1 : token;
        const Piece own = hit->phi_class;
        if ((after > token && !tag_tokens(taken, token, inner, tag_of(taken, "R=", own, anchored ? "@/B" : "/B"))) ||
            (after > inner && !tag_tokens(taken, inner, after, tag_of(taken, "R=", own, anchored ? "@/I" : "/I"))) ||
            (after < line->count &&
             !tag_tokens(taken, after, after + 1, tag_of(taken, "R=", own, anchored ? "@/after" : "/after")))) {
            return 0;
        }
    }
    return 1;
}

/* Puts the tags of a line beside each other by their tokens, those of one in the order in which it got them. */
static int settle_tags(Taken *taken, const Line *line, Known *known)
{
    Part *sorted = room_for(taken, taken->tags_count * sizeof(Part));
    if (sorted == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; i < taken->tags_count; i++) {
        known[taken->tags[i].token].tags_count++;
    }
    Part *at = sorted;
    for (size_t token = 0; token < line->count; token++) {
        known[token].tags = at;
        at += known[token].tags_count;
        known[token].tags_count = 0;
    }
    for (size_t i = 0; i < taken->tags_count; i++) {
        Known *own = &known[taken->tags[i].token];
        sorted[(size_t)(own->tags - sorted) + own->tags_count++] = taken->tags[i].tag;
    }
    taken->tags_count = 0;
    return 1;
}

/* A line from token `first` on: (tokens, fields, entries, hits, section, position, neighbours); 0 when it does not fit. */
static int take_line(Taken *taken, Line *line, size_t first, const Told *told, PyObject *own, const KeptWord *words,
                     const size_t *numbers)
{
    PyObject *fields, *entries, *hits, *section, *position, *neighbours;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(own, "nO!O!O!SSO", &count, &PyList_Type, &fields, &PyList_Type, &entries, &PyList_Type, &hits,
                          &section, &position, &neighbours)) {
        return 0;
    }
    if (count < 0 || (size_t)count > taken->tokens - first) {
        PyErr_SetString(PyExc_ValueError, "a line that does not fit");
        return 0;
    }
    Known *known = taken->known + first;
    *line = (Line){.count = (size_t)count,
                   .words = taken->words + first,
                   .starts = taken->starts + first,
                   .ends = taken->ends + first,
                   .known = known};
    return part(section, &line->section) && part(position, &line->position) && take_fields(taken, line, fields) &&
           tag_phrases(taken, line, entries) && tag_hits(taken, line, hits) &&
           (taken->tags_count == 0 || settle_tags(taken, line, known)) &&
           /* In a header the neighbours are all that is known of words. */
           (neighbours == Py_None ? take_facts(taken, told, line, known, words, numbers + first)
                                  : part(neighbours, &line->neighbours));
}

int taken_fill(Taken *taken, const Told *told, const KeptWord *words, const size_t *numbers, size_t tokens)
{
    *taken = (Taken){.count = (size_t)PyList_Size(told->lines), .tokens = tokens};
    taken->lines = calloc(taken->count + 1, sizeof(Line));
    taken->words = calloc(tokens + 1, sizeof(Word *));
    taken->starts = calloc(tokens + 1, sizeof(int64_t));
    taken->ends = calloc(tokens + 1, sizeof(int64_t));
    taken->known = calloc(tokens + 1, sizeof(Known));
    taken->held = PyList_New(0);
    int done = taken->lines != NULL && taken->words != NULL && taken->starts != NULL && taken->ends != NULL &&
               taken->known != NULL && taken->held != NULL;
    if (done && ((size_t)PyList_Size(told->starts) != tokens || (size_t)PyList_Size(told->ends) != tokens)) {
        PyErr_SetString(PyExc_ValueError, "places that do not fit");
        done = 0;
    }
    done = done && take_tokens(taken, told, words, numbers);
    size_t first = 0;
    for (size_t n = 0; done && n < taken->count; n++) {
        PyObject *own = PyList_GetItem(told->lines, (Py_ssize_t)n);
        done = take_line(taken, &taken->lines[n], first, told, own, words, numbers);
        first += taken->lines[n].count;
    }
    if (done && first != tokens) {
        PyErr_SetString(PyExc_ValueError, "lines that do not fit");
        done = 0;
    }
    if (!done) {
        if (PyErr_Occurred() == NULL) {
            PyErr_NoMemory();
        }
        taken_let_go(taken);
    }
    return done;
}
