/* The type `Keys`: texts that are found in a report as whole words. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "phrases.h"

typedef struct {
    PyObject_HEAD
    Texts texts;
} Keys;

static void keys_dealloc(Keys *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    texts_free(&self->texts);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* Keys(keys) */
static PyObject *keys_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *list;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) {
        return NULL;
    }
    Keys *self = (Keys *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self != NULL && !texts(list, &self->texts)) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

/* Whether a word may go on with a sign: that letters beyond ASCII are none is left to Python. */
static int is_plain_letter(const char *text, size_t at)
{
    uint32_t sign;
    memcpy(&sign, text + at * SIGN, SIGN);
    return (sign - '0' < 10u) || ((sign | 0x20) - 'a' < 26u);
}

/* standing(text): where keys stand with no letter or digit of ASCII beside them: (end, start, number), by their starts. */
static PyObject *keys_standing(Keys *self, PyObject *bytes)
{
    Piece text;
    if (!piece(bytes, &text)) {
        return NULL;
    }
    if (text.size % SIGN) {
        return PyErr_Format(PyExc_ValueError, "a text that is not of code points");
    }
    Standing *standing = malloc((self->texts.longest + 1) * sizeof(Standing));
    PyObject *found = standing != NULL ? PyList_New(0) : PyErr_NoMemory();
    size_t length = text.size / SIGN;
    for (size_t at = 0; found != NULL && at < length; at++) {
        size_t count = at && is_plain_letter(text.text, at - 1)
                           ? 0
                           : texts_at(&self->texts, text.text, length, at, standing);
        for (size_t i = 0; found != NULL && i < count; i++) {
            size_t end = at + standing[i].length;
            if (end < length && is_plain_letter(text.text, end)) {
                continue;
            }
            PyObject *one = Py_BuildValue("nnI", (Py_ssize_t)end, (Py_ssize_t)at, standing[i].number);
            if (one == NULL || PyList_Append(found, one) < 0) {
                Py_CLEAR(found);
            }
            Py_XDECREF(one);
        }
    }
    free(standing);
    return found;
}

static PyMethodDef keys_methods[] = {
    {"standing", (PyCFunction)keys_standing, METH_O, "Where keys stand: end, start and number of each."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot keys_slots[] = {
    {Py_tp_doc, "Texts that are found in a report as whole words."},
    {Py_tp_new, keys_new},
    {Py_tp_dealloc, keys_dealloc},
    {Py_tp_methods, keys_methods},
    {0, NULL},
};

PyType_Spec keys_spec = {"deid_studio.kernel.native.Keys", sizeof(Keys), 0, Py_TPFLAGS_DEFAULT, keys_slots};
