/* The function `word_places`: where any of some words stand in a text. */
#include "arguments.h"

#include <stdlib.h>

#define APART 64 /* signs that are told apart */

/* The first two signs of words, a bit for each second one: where few words are looked for, most places show that none
   begins there. */
typedef uint64_t Begins[APART];

static void add_begin(uint64_t *begins, const uint32_t *signs, size_t length)
{
    begins[signs[0] % APART] |= length > 1 ? UINT64_C(1) << signs[1] % APART : UINT64_MAX;
}

/* Whether a word may begin at a place of a text that a zero ends. */
static int may_begin(const uint64_t *begins, const uint32_t *signs)
{
    return begins[signs[0] % APART] >> signs[1] % APART & 1;
}

/* Takes the words of a list; an exception and 0 where one is none, or empty. */
static int take_words(Texts *texts, PyObject *list, uint64_t *begins)
{
    size_t count = (size_t)PyList_Size(list), taken = 0;
    Phrase *phrases = count < UINT32_MAX - 1 ? malloc((count + 1) * sizeof(Phrase)) : NULL;
    int done = phrases != NULL;
    for (; done && taken < count; taken += (size_t)done) {
        PyObject *word = PyList_GetItem(list, (Py_ssize_t)taken);
        uint32_t *signs = PyUnicode_Check(word) && PyUnicode_GetLength(word) ? PyUnicode_AsUCS4Copy(word) : NULL;
        done = signs != NULL;
        if (done) {
            phrases[taken] = (Phrase){(const char *)signs, (size_t)PyUnicode_GetLength(word), (uint32_t)taken};
            add_begin(begins, signs, phrases[taken].length);
        }
    }
    if (phrases == NULL || (done && !texts_make(texts, phrases, count))) {
        PyErr_NoMemory();
        done = 0;
    } else if (!done && PyErr_Occurred() == NULL) {
        PyErr_SetString(PyExc_ValueError, "no word");
    }
    while (taken > 0) {
        PyMem_Free((void *)phrases[--taken].signs);
    }
    free(phrases);
    return done;
}

static int by_number(const void *one, const void *other)
{
    uint32_t a = ((const Standing *)one)->number, b = ((const Standing *)other)->number;
    return (a > b) - (a < b);
}

/* Adds places; an exception and 0 where it cannot. */
static int tell(PyObject *found, size_t at, const Standing *standing, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        PyObject *place = stretch(at, standing[i].number);
        int done = place != NULL && PyList_Append(found, place) == 0;
        Py_XDECREF(place);
        if (!done) {
            return 0;
        }
    }
    return 1;
}

PyObject *word_places_of(PyObject *module, PyObject *args)
{
    PyObject *text, *list, *found = NULL;
    if (!PyArg_ParseTuple(args, "UO!", &text, &PyList_Type, &list)) {
        return NULL;
    }
    Texts texts = {.beginnings = NULL};
    Begins begins = {0};
    size_t length = (size_t)PyUnicode_GetLength(text);
    uint32_t *signs = PyUnicode_AsUCS4Copy(text);
    Standing *standing = NULL;
    if (signs != NULL && take_words(&texts, list, begins)) {
        standing = malloc((texts.longest + 1) * sizeof(Standing));
        found = standing != NULL ? PyList_New(0) : PyErr_NoMemory();
    }
    for (size_t at = 0; found != NULL && at < length; at++) {
        if (!may_begin(begins, signs + at)) {
            continue;
        }
        size_t count = texts_at(&texts, (const char *)signs, length, at, standing);
        if (count > 1) {
            qsort(standing, count, sizeof(Standing), by_number);
        }
        if (!tell(found, at, standing, count)) {
            Py_CLEAR(found);
        }
    }
    free(standing);
    texts_free(&texts);
    PyMem_Free(signs);
    return found;
}
