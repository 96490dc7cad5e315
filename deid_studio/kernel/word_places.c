/* The function `word_places`: where any of some words stand in a text. */
#include "arguments.h"

#include <stdlib.h>

/* Takes the words of a list; an exception and 0 where one is none, or empty. */
static int take_words(Texts *texts, PyObject *list)
{
    size_t count = (size_t)PyList_Size(list);
    int done = count < UINT32_MAX - 1;
    for (size_t i = 0; done && i < count; i++) {
        PyObject *word = PyList_GetItem(list, (Py_ssize_t)i);
        uint32_t *signs = PyUnicode_Check(word) ? PyUnicode_AsUCS4Copy(word) : NULL;
        size_t length = signs != NULL ? (size_t)PyUnicode_GetLength(word) : 0;
        done = length > 0;
        if (done && !texts_add(texts, (const char *)signs, length, (uint32_t)i)) {
            PyErr_NoMemory();
            done = 0;
        }
        PyMem_Free(signs);
    }
    if (!done && PyErr_Occurred() == NULL) {
        PyErr_SetString(PyExc_ValueError, "no word");
    }
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
    Texts texts = {.steps = NULL};
    size_t length = (size_t)PyUnicode_GetLength(text);
    uint32_t *signs = PyUnicode_AsUCS4Copy(text);
    Standing *standing = NULL;
    if (signs != NULL && take_words(&texts, list)) {
        standing = malloc((texts.longest + 1) * sizeof(Standing));
        found = standing != NULL ? PyList_New(0) : PyErr_NoMemory();
    }
    for (size_t at = 0; found != NULL && at < length; at++) {
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
