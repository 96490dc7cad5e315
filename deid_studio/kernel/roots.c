/* The type `Roots`: whether a Spanish word is a form of a listed one, by harmless/inflection.py, its oracle. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_STEM 3
#define LEAST_BASE 5
#define ROOM 256 /* letters of what a word may be a form of */
#define JOINT 'o'
#define LEAST_SIEVE 6    /* bits of the number of words in the sieve */
#define BITS_OF_A_WORD 16

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
    PyObject *sets;
    uint64_t *sieve; /* a Bloom filter of what sets hold: it stays near, and most roots of a word are nowhere */
    int bits;        /* of the number of a word of it */
} Roots;

/* A word whose roots are looked for until one is there; `failed` once there is an exception. */
typedef struct {
    const Roots *of;
    int is_there, failed;
} Telling;

/* The word of the sieve that has the bits of a text, which are filled in. */
static uint64_t *sifted(const Roots *of, Piece text, uint64_t *bits)
{
    uint64_t hash = part_of(text).hash;
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    *bits = UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63);
    return &of->sieve[hash >> (64 - of->bits)];
}

static int may_hold(const Roots *of, Piece text)
{
    uint64_t bits, there = *sifted(of, text, &bits);
    return (there & bits) == bits;
}

/* Whether sets may hold a text or that of which it is the plural: 0 is sure. */
static int may_list(const Roots *of, Piece text)
{
    if (may_hold(of, text)) {
        return 1;
    }
    if (text.size < LEAST_PLURAL || text.text[text.size - 1] != 's') {
        return 0;
    }
    return may_hold(of, (Piece){text.text, text.size - 1}) ||
           (text.text[text.size - 2] == 'e' && may_hold(of, (Piece){text.text, text.size - 2}));
}

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
    const Piece root = {spare, size};
    if (telling->failed || !may_list(telling->of, root)) {
        return;
    }
    PyObject *word = PyUnicode_FromStringAndSize(spare, (Py_ssize_t)size);
    int found = word != NULL ? listed(telling->of->sets, word, root) : -1;
    telling->is_there = found > 0;
    telling->failed = found < 0;
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
    for (size_t i = 0; i < table->count && !telling->is_there; i += 2) {
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
    for (size_t i = 0; i < table->count && !telling->is_there; i += 2) {
        if (ends_with(word, table->pieces[i]) && word.size >= table->pieces[i].size + LEAST_STEM) {
            tell(telling, (Piece[]){first(word, word.size - table->pieces[i].size), table->pieces[i + 1]}, 2);
        }
    }
    tell_verbs(telling, word);
    const Table *clitics = &telling->of->tables[CLITICS], *bare = &telling->of->tables[BARE];
    for (size_t i = 0; i < clitics->count && !telling->is_there; i++) {
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
    for (size_t i = 0; i < table->count && !telling->is_there; i++) {
        Piece prefix = table->pieces[i];
        if (word.size >= prefix.size + LEAST_BASE && memcmp(word.text, prefix.text, prefix.size) == 0) {
            tell_simple(telling, from(word, prefix.size));
        }
    }
    for (size_t at = LEAST_STEM; at + LEAST_BASE < word.size && !telling->is_there; at++) {
        if (word.text[at] == JOINT) {
            tell_simple(telling, from(word, at + 1));
        }
    }
}

/* Roots.are_listed(word): whether the sets hold one of the roots, or that of which it is the plural. */
static PyObject *roots_are_listed(PyObject *object, PyObject *argument)
{
    Piece word;
    if (!text_piece(argument, &word)) {
        return NULL;
    }
    Telling telling = {.of = (Roots *)object};
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
    free(self->sieve);
    Py_XDECREF(self->sets);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* Puts the words of a set into the sieve; 0 and an exception on failure. */
static int sift(const Roots *self, PyObject *set)
{
    PyObject *words = PyObject_GetIter(set), *word;
    while (words != NULL && (word = PyIter_Next(words)) != NULL) {
        Piece text;
        PyObject *bytes = NULL;
        if (text_bytes(word, &text, &bytes)) {
            uint64_t bits, *into = sifted(self, text, &bits);
            *into |= bits;
        }
        Py_XDECREF(bytes);
        Py_DECREF(word);
        if (PyErr_Occurred() != NULL) {
            break;
        }
    }
    Py_XDECREF(words);
    return PyErr_Occurred() == NULL;
}

/* Makes the sieve of sets; 0 and an exception on failure. */
static int make_sieve(Roots *self, PyObject *sets)
{
    Py_ssize_t words = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(sets); i++) {
        words += PySet_Size(PyTuple_GetItem(sets, i));
    }
    self->sets = Py_NewRef(sets);
    self->bits = LEAST_SIEVE;
    while (words >> self->bits > 64 / BITS_OF_A_WORD - 1) {
        self->bits++;
    }
    self->sieve = calloc((size_t)1 << self->bits, sizeof(uint64_t));
    if (self->sieve == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    int done = 1;
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(sets); i++) {
        done = sift(self, PyTuple_GetItem(sets, i));
    }
    return done;
}

/* Roots(nominal, verbal, spellings, vowels, clitics, bare, prefixes, sets): lists of bytes; what words may be forms of. */
static PyObject *roots_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *lists[TABLES], *sets;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "OOOOOOOO!", &lists[0], &lists[1], &lists[2], &lists[3], &lists[4], &lists[5],
                          &lists[6], &PyTuple_Type, &sets) ||
        !are_sets(sets)) {
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
    if (self != NULL && !make_sieve(self, sets)) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static PyMethodDef roots_methods[] = {
    {"are_listed", roots_are_listed, METH_O, "Whether sets hold what a word in ASCII may be a form of."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot roots_slots[] = {
    {Py_tp_doc, "Whether words are forms of listed ones."},
    {Py_tp_new, roots_new},
    {Py_tp_dealloc, roots_dealloc},
    {Py_tp_methods, roots_methods},
    {0, NULL},
};

PyType_Spec roots_spec = {"deid_studio.kernel.native.Roots", sizeof(Roots), 0, Py_TPFLAGS_DEFAULT,
                          roots_slots};
