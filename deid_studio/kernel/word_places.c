/* The function `word_places`: where any of a few words stand in a text. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#define CHAINS 1024 /* of words, by their first two signs, or by one where a word has no more */

typedef struct {
    uint32_t *signs;
    size_t length;
    size_t next; /* in its chain; one more, and 0 behind the last */
} Sought;

static size_t chain_of(const uint32_t *signs, int by_two)
{
    return (signs[0] * 31 + (by_two ? signs[1] : 0)) % CHAINS; /* behind the last sign is a 0 */
}

/* Adds a place; an exception and 0 where it cannot. */
static int tell(PyObject *found, size_t at, size_t number)
{
    PyObject *place = stretch(at, number);
    int done = place != NULL && PyList_Append(found, place) == 0;
    Py_XDECREF(place);
    return done;
}

PyObject *word_places_of(PyObject *module, PyObject *args)
{
    PyObject *text, *list, *found = NULL;
    if (!PyArg_ParseTuple(args, "UO!", &text, &PyList_Type, &list)) {
        return NULL;
    }
    size_t chains[CHAINS] = {0}, length = (size_t)PyUnicode_GetLength(text), count = (size_t)PyList_Size(list);
    uint32_t *signs = PyUnicode_AsUCS4Copy(text);
    Sought *words = calloc(count + 1, sizeof(Sought));
    int done = signs != NULL && words != NULL, by_two = 1;
    if (signs != NULL && words == NULL) {
        PyErr_NoMemory();
    }
    for (size_t i = count; done && i--;) {
        PyObject *word = PyList_GetItem(list, (Py_ssize_t)i);
        words[i].signs = PyUnicode_Check(word) ? PyUnicode_AsUCS4Copy(word) : NULL;
        words[i].length = words[i].signs != NULL ? (size_t)PyUnicode_GetLength(word) : 0;
        done = words[i].length > 0;
        by_two = by_two && words[i].length > 1;
        if (!done && PyErr_Occurred() == NULL) {
            PyErr_SetString(PyExc_ValueError, "no word");
        }
    }
    for (size_t i = count; done && i--;) {
        size_t *chain = &chains[chain_of(words[i].signs, by_two)];
        words[i].next = *chain;
        *chain = i + 1;
    }
    found = done ? PyList_New(0) : NULL;
    for (size_t at = 0; found != NULL && at < length; at++) {
        for (size_t i = chains[chain_of(&signs[at], by_two)]; found != NULL && i; i = words[i - 1].next) {
            const Sought *word = &words[i - 1];
            if (word->length <= length - at && !memcmp(&signs[at], word->signs, word->length * SIGN) &&
                !tell(found, at, i - 1)) {
                Py_CLEAR(found);
            }
        }
    }
    for (size_t i = 0; words != NULL && i < count; i++) {
        PyMem_Free(words[i].signs);
    }
    free(words);
    PyMem_Free(signs);
    return found;
}
