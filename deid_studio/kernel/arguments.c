#include "arguments.h"

#include <stdlib.h>
#include <string.h>

const Type SHORTS = {"H", 2}, WHOLES = {"IL", 4}, FLOATS = {"f", 4}, DOUBLES = {"d", 8};

int array(PyObject *object, Py_buffer *view, int flags, Type type, Py_ssize_t count)
{
    if (PyObject_GetBuffer(object, view, flags | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) {
        return 0;
    }
    if (view->format == NULL || strlen(view->format) != 1 || strchr(type.letters, view->format[0]) == NULL ||
        view->itemsize != type.size || (count >= 0 && view->len / type.size != count)) {
        PyErr_Format(PyExc_ValueError, "an array of other items than '%s', or not of %zd", type.letters, count);
        PyBuffer_Release(view);
        return 0;
    }
    return 1;
}

void *held_array(Held *held, PyObject *object, Type type, int flags, Py_ssize_t items)
{
    if (PyErr_Occurred() != NULL || object == NULL) {
        return NULL;
    }
    if (held->count == MOST_VIEWS) {
        PyErr_SetString(PyExc_ValueError, "more arrays than there can be");
        return NULL;
    }
    if (!array(object, &held->view[held->count], flags, type, items)) {
        return NULL;
    }
    return held->view[held->count++].buf;
}

Py_ssize_t held_size(const Held *held)
{
    return held->count ? held->view[held->count - 1].len / held->view[held->count - 1].itemsize : 0;
}

void held_release(Held *held)
{
    while (held->count > 0) {
        PyBuffer_Release(&held->view[--held->count]);
    }
}

int piece(PyObject *object, Piece *into)
{
    char *text;
    Py_ssize_t size;
    if (object == NULL || PyBytes_AsStringAndSize(object, &text, &size) < 0) {
        return 0;
    }
    *into = (Piece){text, (size_t)size};
    return 1;
}

int text_piece(PyObject *object, Piece *into)
{
    Py_ssize_t size;
    into->text = PyUnicode_AsUTF8AndSize(object, &size);
    into->size = (size_t)size;
    return into->text != NULL;
}

int text_bytes(PyObject *object, Piece *into, PyObject **bytes)
{
    if (object == NULL || !PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "no text");
        return 0;
    }
    if (text_piece(object, into) || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        return into->text != NULL;
    }
    PyErr_Clear();
    *bytes = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
    return *bytes != NULL && piece(*bytes, into);
}

int part(PyObject *object, Part *into)
{
    Piece own;
    if (!piece(object, &own)) {
        return 0;
    }
    *into = part_of(own);
    return 1;
}

Piece *pieces(PyObject *list, size_t *count)
{
    Py_ssize_t size = PyList_Check(list) ? PyList_Size(list) : -1;
    Piece *found = size < 0 ? NULL : malloc((size_t)(size + 1) * sizeof(Piece));
    if (found == NULL) {
        PyErr_SetString(PyExc_TypeError, "no list");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        if (!piece(PyList_GetItem(list, i), &found[i])) {
            free(found);
            return NULL;
        }
    }
    *count = (size_t)size;
    return found;
}

int texts(PyObject *list, Texts *into)
{
    size_t count;
    Piece *own = pieces(list, &count);
    Phrase *phrases = own != NULL ? malloc((count + 1) * sizeof(Phrase)) : NULL;
    int done = phrases != NULL;
    for (size_t i = 0; done && i < count; i++) {
        phrases[i] = (Phrase){own[i].text, own[i].size / SIGN, (uint32_t)i};
        done = own[i].size % SIGN == 0 && i < UINT32_MAX - 1;
    }
    if (phrases != NULL && !done) {
        PyErr_SetString(PyExc_ValueError, "a text that is not of code points");
    } else if (own != NULL && (!done || !texts_make(into, phrases, count))) {
        PyErr_NoMemory();
        done = 0;
    }
    free(phrases);
    free(own);
    return done;
}

PyObject *stretch(size_t start, size_t end)
{
    PyObject *first = PyLong_FromSize_t(start), *last = PyLong_FromSize_t(end);
    PyObject *both = first != NULL && last != NULL ? PyTuple_Pack(2, first, last) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(last);
    return both;
}

/* Whether one of some sets holds a word; -1 and an exception on failure. */
static int is_in(PyObject *sets, PyObject *word)
{
    int found = word == NULL ? -1 : 0;
    for (Py_ssize_t i = 0; found == 0 && i < PyTuple_Size(sets); i++) {
        found = PySet_Contains(PyTuple_GetItem(sets, i), word);
    }
    return found;
}

/* The same of a word without its last letters, each of a byte. */
static int is_in_without(PyObject *sets, Piece word, size_t letters)
{
    PyObject *shorter = PyUnicode_FromStringAndSize(word.text, (Py_ssize_t)(word.size - letters));
    int found = is_in(sets, shorter);
    Py_XDECREF(shorter);
    return found;
}

int are_sets(PyObject *sets)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(sets); i++) {
        if (!PyFrozenSet_Check(PyTuple_GetItem(sets, i))) {
            PyErr_SetString(PyExc_TypeError, "no sets");
            return 0;
        }
    }
    return 1;
}

int listed(PyObject *sets, PyObject *word, Piece letters)
{
    int found = is_in(sets, word);
    if (found == 0 && letters.size >= LEAST_PLURAL && letters.text[letters.size - 1] == 's') {
        found = is_in_without(sets, letters, 1);
        if (found == 0 && letters.text[letters.size - 2] == 'e') {
            found = is_in_without(sets, letters, 2);
        }
    }
    return found;
}

void many_free(Many *many)
{
    free(many->list);
    free(many->signs);
}

int many_of(PyObject *list, Many *many)
{
    size_t all = 0, count = (size_t)PyList_Size(list);
    for (size_t i = 0; i < count; i++) {
        Py_ssize_t size = PyUnicode_GetLength(PyList_GetItem(list, (Py_ssize_t)i));
        if (size < 0) {
            return 0;
        }
        all += (size_t)size;
    }
    *many = (Many){malloc((count + 1) * sizeof(Signs)), count, all < SIZE_MAX / 8 ? malloc((all + 1) * SIGN) : NULL};
    int done = many->list != NULL && many->signs != NULL;
    if (!done) {
        PyErr_NoMemory();
    }
    uint32_t *at = many->signs;
    for (size_t i = 0; done && i < count; i++) {
        PyObject *text = PyList_GetItem(list, (Py_ssize_t)i);
        size_t size = (size_t)PyUnicode_GetLength(text);
        done = PyUnicode_AsUCS4(text, at, (Py_ssize_t)size, 0) != NULL;
        many->list[i] = (Signs){at, size, letters_of(at, size)};
        at += size;
    }
    if (!done) {
        many_free(many);
    }
    return done;
}

unsigned *most_edits(PyObject *list, size_t count)
{
    unsigned *most = malloc((count + 1) * sizeof(unsigned));
    if (most == NULL) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; most != NULL && i < count; i++) {
        PyObject *one = i < (size_t)PyList_Size(list) ? PyList_GetItem(list, (Py_ssize_t)i) : NULL;
        size_t edits = one != NULL ? PyLong_AsSize_t(one) : SIZE_MAX;
        if (edits > MOST_EDITS) {
            PyErr_Format(PyExc_ValueError, "for each text no more than %d edits", MOST_EDITS);
            free(most);
            return NULL;
        }
        most[i] = (unsigned)edits;
    }
    return most;
}
