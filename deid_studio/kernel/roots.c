/* The type `Roots`: what a Spanish word may be a form of, by the tables of harmless/inflection.py, its oracle. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_STEM 3
#define LEAST_BASE 5
#define ROOM 256 /* letters of what a word may be a form of */
#define JOINT 'o'

/* The first four are pairs: what stands at a word's end, or in it, and what may stand in its place. */
enum { NOMINAL, VERBAL, SPELLINGS, VOWELS, CLITICS, BARE, PREFIXES, TABLES };

typedef struct {
    Piece *pieces;
    size_t count;
} Table;

typedef struct {
    PyObject_HEAD
    PyObject *kept[TABLES]; /* the bytes that the tables point to */
    Table tables[TABLES];
} Roots;

/* A word whose roots are told into a list, or looked for in `sets`, until one of them holds one; `failed` once there is
   an exception. */
typedef struct {
    const Roots *of;
    PyObject *found, *sets;
    int is_there, failed;
} Telling;

static int ends_with(Piece word, Piece end)
{
    /* Most are told apart by their last letter. */
    return word.size >= end.size && (end.size == 0 || word.text[word.size - 1] == end.text[end.size - 1]) &&
           memcmp(word.text + word.size - end.size, end.text, end.size) == 0;
}

static Piece first(Piece word, size_t size) { return (Piece){word.text, size}; }

static Piece from(Piece word, size_t at) { return (Piece){word.text + at, word.size - at}; }

/* Tells a word that is put together of these. */
static void tell(Telling *telling, const Piece *pieces, size_t count)
{
    char spare[ROOM];
    size_t size = 0;
    if (telling->is_there) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].size > ROOM - size) {
            PyErr_SetString(PyExc_ValueError, "a word that is too long");
            telling->failed = 1;
            return;
        }
        memcpy(spare + size, pieces[i].text, pieces[i].size);
        size += pieces[i].size;
    }
    PyObject *word = PyUnicode_FromStringAndSize(spare, (Py_ssize_t)size);
    if (word == NULL || telling->failed) {
        telling->failed = 1;
    } else if (telling->sets != NULL) {
        int found = listed(telling->sets, word, (Piece){spare, size});
        telling->is_there = found > 0;
        telling->failed = found < 0;
    } else {
        telling->failed = PyList_Append(telling->found, word) < 0;
    }
    Py_XDECREF(word);
}

/* Tells a verb whose stem may be written otherwise in the infinitive. */
static void tell_verb(Telling *telling, Piece stem, Piece ending)
{
    tell(telling, (Piece[]){stem, ending}, 2);
    const Table *table = &telling->of->tables[SPELLINGS];
    for (size_t i = 0; i < table->count; i += 2) {
        if (ends_with(stem, table->pieces[i])) {
            tell(telling, (Piece[]){first(stem, stem.size - table->pieces[i].size), table->pieces[i + 1], ending}, 3);
        }
    }
    size_t behind = stem.size; /* its last vowel */
    while (behind > 0 && memchr("aeiou", stem.text[behind - 1], 5) == NULL) {
        behind--;
    }
    table = &telling->of->tables[VOWELS];
    for (size_t i = 0; i < table->count; i += 2) {
        Piece vowels = table->pieces[i];
        if (ends_with(first(stem, behind), vowels)) {
            Piece pieces[] = {first(stem, behind - vowels.size), table->pieces[i + 1], from(stem, behind), ending};
            tell(telling, pieces, 4);
        }
    }
}

static void tell_verbs(Telling *telling, Piece word)
{
    const Table *table = &telling->of->tables[VERBAL];
    for (size_t i = 0; i < table->count; i += 2) {
        if (ends_with(word, table->pieces[i]) && word.size >= table->pieces[i].size + LEAST_STEM) {
            tell_verb(telling, first(word, word.size - table->pieces[i].size), table->pieces[i + 1]);
        }
    }
}

/* Tells a word and what it may be a form of by its end. */
static void tell_simple(Telling *telling, Piece word)
{
    tell(telling, &word, 1);
    const Table *table = &telling->of->tables[NOMINAL];
    for (size_t i = 0; i < table->count; i += 2) {
        if (ends_with(word, table->pieces[i]) && word.size >= table->pieces[i].size + LEAST_STEM) {
            tell(telling, (Piece[]){first(word, word.size - table->pieces[i].size), table->pieces[i + 1]}, 2);
        }
    }
    tell_verbs(telling, word);
    const Table *clitics = &telling->of->tables[CLITICS], *bare = &telling->of->tables[BARE];
    for (size_t i = 0; i < clitics->count; i++) {
        if (!ends_with(word, clitics->pieces[i]) || word.size < clitics->pieces[i].size + LEAST_STEM) {
            continue;
        }
        Piece without = first(word, word.size - clitics->pieces[i].size);
        int verb = 0;
        for (size_t k = 0; k < bare->count; k++) {
            verb |= ends_with(without, bare->pieces[k]);
        }
        if (verb) {
            tell(telling, &without, 1);
            tell_verbs(telling, without);
        }
    }
}

/* Tells of a word in ASCII what it, or what stands in it behind a prefix or a first part, may be a form of. */
static void tell_all(Telling *telling, Piece word)
{
    tell_simple(telling, word);
    const Table *table = &telling->of->tables[PREFIXES];
    for (size_t i = 0; i < table->count; i++) {
        Piece prefix = table->pieces[i];
        if (word.size >= prefix.size + LEAST_BASE && memcmp(word.text, prefix.text, prefix.size) == 0) {
            tell_simple(telling, from(word, prefix.size));
        }
    }
    for (size_t at = LEAST_STEM; at + LEAST_BASE < word.size; at++) {
        if (word.text[at] == JOINT) {
            tell_simple(telling, from(word, at + 1));
        }
    }
}

/* Roots.of(word) */
static PyObject *roots_of(PyObject *object, PyObject *argument)
{
    Piece word;
    if (!text_piece(argument, &word)) {
        return NULL;
    }
    Telling telling = {.of = (Roots *)object, .found = PyList_New(0)};
    if (telling.found == NULL) {
        return NULL;
    }
    tell_all(&telling, word);
    if (telling.failed) {
        Py_CLEAR(telling.found);
    }
    return telling.found;
}

/* Roots.are_in(word, sets): whether one of some sets holds one of the roots, or that of which it is the plural. */
static PyObject *roots_are_in(PyObject *object, PyObject *args)
{
    PyObject *text, *sets;
    Piece word;
    if (!PyArg_ParseTuple(args, "UO!", &text, &PyTuple_Type, &sets) || !text_piece(text, &word)) {
        return NULL;
    }
    if (!are_sets(sets)) {
        return NULL;
    }
    Telling telling = {.of = (Roots *)object, .sets = sets};
    tell_all(&telling, word);
    return telling.failed ? NULL : PyBool_FromLong(telling.is_there);
}

static void roots_dealloc(PyObject *object)
{
    Roots *self = (Roots *)object;
    PyTypeObject *type = Py_TYPE(object);
    for (int i = 0; i < TABLES; i++) {
        free(self->tables[i].pieces);
        Py_XDECREF(self->kept[i]);
    }
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* Roots(nominal, verbal, spellings, vowels, clitics, bare, prefixes): lists of bytes. */
static PyObject *roots_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *lists[TABLES];
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "OOOOOOO", &lists[0], &lists[1], &lists[2], &lists[3], &lists[4], &lists[5],
                          &lists[6])) {
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Roots *self = (Roots *)allocate(type, 0);
    for (int i = 0; self != NULL && i < TABLES; i++) {
        Table *table = &self->tables[i];
        table->pieces = pieces(lists[i], &table->count);
        self->kept[i] = table->pieces == NULL ? NULL : PyList_AsTuple(lists[i]);
        int fits = self->kept[i] != NULL && (i >= CLITICS || table->count % 2 == 0);
        if (!fits) {
            if (PyErr_Occurred() == NULL) {
                PyErr_SetString(PyExc_ValueError, "no pairs");
            }
            Py_CLEAR(self);
        }
    }
    return (PyObject *)self;
}

static PyMethodDef roots_methods[] = {
    {"of", roots_of, METH_O, "What a word in ASCII may be a form of."},
    {"are_in", roots_are_in, METH_VARARGS, "Whether sets hold what a word in ASCII may be a form of."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot roots_slots[] = {
    {Py_tp_doc, "What words may be forms of."},
    {Py_tp_new, roots_new},
    {Py_tp_dealloc, roots_dealloc},
    {Py_tp_methods, roots_methods},
    {0, NULL},
};

PyType_Spec roots_spec = {"deid_studio.kernel.native.Roots", sizeof(Roots), 0, Py_TPFLAGS_DEFAULT,
                          roots_slots};
