/* The module `native`: chains, outlines, and the type `Scores`. */
#include "arguments.h"

#include <stdlib.h>

#include "chain.h"
#include "outline.h"

#define VERSION 2 /* of what the functions take: another one than in compiled.py is not used */

/* --- chains ----------------------------------------------------------------------------------------------------- */

/* The lengths of sequences that have `tokens` tokens together (NULL and an exception when they have not). */
static size_t *lengths_of(PyObject *list, Py_ssize_t tokens)
{
    Py_ssize_t count = PyList_Size(list);
    size_t *lengths = count < 0 ? NULL : malloc((size_t)(count + 1) * sizeof(size_t));
    Py_ssize_t left = tokens;
    for (Py_ssize_t i = 0; lengths != NULL && i < count; i++) {
        Py_ssize_t own = PyLong_AsSsize_t(PyList_GetItem(list, i));
        if (own < 0 || own > left) {
            left = -1;
            break;
        }
        lengths[i] = (size_t)own;
        left -= own;
    }
    if (lengths != NULL && left != 0) {
        PyErr_SetString(PyExc_ValueError, "lengths that are not those of the tokens");
        free(lengths);
        return NULL;
    }
    if (lengths == NULL && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    return lengths;
}

/* forward_backward(odds, lengths, step, forward, backward, scale): fills the last three. */
static PyObject *forward_backward_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *object[5], *list;
    if (!PyArg_ParseTuple(args, "OO!OOOO", &object[0], &PyList_Type, &list, &object[1], &object[2], &object[3],
                          &object[4])) {
        return NULL;
    }
    Py_buffer view[5]; /* odds, step, forward, backward, scale */
    int held = 0, done = 0;
    Py_ssize_t tokens = 0, tags = 0, count = PyList_Size(list);
    for (; held < 5; held++) {
        Py_ssize_t sizes[] = {-1, tags * tags, tokens * tags, tokens * tags, tokens};
        if (!array(object[held], &view[held], held < 2 ? 0 : PyBUF_WRITABLE, DOUBLES, sizes[held])) {
            goto end;
        }
        if (held == 0) {
            if (view[0].ndim != 2 || view[0].shape[1] < 1 || view[0].shape[1] > MOST_TAGS) {
                PyErr_SetString(PyExc_ValueError, "odds of another shape than (tokens, tags)");
                held++;
                goto end;
            }
            tokens = view[0].shape[0];
            tags = view[0].shape[1];
        }
    }
    size_t *lengths = lengths_of(list, tokens);
    if (lengths == NULL) {
        goto end;
    }
    Ways ways = {.list = NULL};
    double *spare = malloc((size_t)tags * sizeof(double));
    done = spare != NULL && ways_list(&ways, view[1].buf, (size_t)tags);
    size_t at = 0;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        size_t row = at * (size_t)tags;
        forward_backward(&ways, lengths[i], (double *)view[0].buf + row, (double *)view[2].buf + row,
                         (double *)view[3].buf + row, (double *)view[4].buf + at, spare);
        at += lengths[i];
    }
    free(ways.list);
    free(spare);
    free(lengths);
    if (!done) {
        PyErr_NoMemory();
    }
end:
    while (held-- > 0) {
        PyBuffer_Release(&view[held]);
    }
    if (!done) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* best_between(scores, lengths, sure, outside, transitions, tags): fills the last. */
static PyObject *best_between_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *object[4], *list;
    Py_ssize_t outside;
    if (!PyArg_ParseTuple(args, "OO!OnOO", &object[0], &PyList_Type, &list, &object[1], &outside, &object[2],
                          &object[3])) {
        return NULL;
    }
    Py_buffer view[4]; /* scores, sure, transitions, tags */
    int held = 0, done = 0;
    Py_ssize_t tokens = 0, tags = 0, count = PyList_Size(list);
    for (; held < 4; held++) {
        const Type types[] = {FLOATS, FLAGS, DOUBLES, LONGS};
        Py_ssize_t sizes[] = {-1, tokens, tags * tags, tokens};
        if (!array(object[held], &view[held], held < 3 ? 0 : PyBUF_WRITABLE, types[held], sizes[held])) {
            goto end;
        }
        if (held == 0) {
            if (view[0].ndim != 2 || view[0].shape[1] > MOST_TAGS || outside < 0 || outside >= view[0].shape[1]) {
                PyErr_SetString(PyExc_ValueError, "scores of another shape than (tokens, tags)");
                held++;
                goto end;
            }
            tokens = view[0].shape[0];
            tags = view[0].shape[1];
        }
    }
    size_t *lengths = lengths_of(list, tokens);
    if (lengths == NULL) {
        goto end;
    }
    double *ranges = malloc(2 * (size_t)tags * sizeof(double));
    Search search = {view[0].buf, view[1].buf, (size_t)tags, (size_t)outside, view[2].buf, ranges, ranges + tags};
    done = ranges != NULL;
    if (done) {
        search_begin(&search);
    }
    int64_t *chosen = view[3].buf;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        done = best_between(&search, lengths[i], chosen);
        search.scores += lengths[i] * (size_t)tags;
        search.sure += lengths[i];
        chosen += lengths[i];
    }
    free(ranges);
    free(lengths);
    if (!done) {
        PyErr_NoMemory();
    }
end:
    while (held-- > 0) {
        PyBuffer_Release(&view[held]);
    }
    if (!done) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* --- outlines --------------------------------------------------------------------------------------------------- */

typedef struct {
    Outline outline;
    const uint8_t *signs;
    size_t at, end;
} Asked;

/* An outline, the signs of a report, and two places in it; an exception and 0 when they are not. */
static int asked(PyObject *const *args, Py_ssize_t count, Asked *into)
{
    Piece outline, signs;
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "an outline, signs and two places");
        return 0;
    }
    if (!piece(args[0], &outline) || !piece(args[1], &signs)) {
        return 0;
    }
    into->signs = (const uint8_t *)signs.text;
    into->at = PyLong_AsSize_t(args[2]);
    into->end = PyLong_AsSize_t(args[3]);
    if (PyErr_Occurred() != NULL) {
        return 0;
    }
    if (!outline_read(&into->outline, (const uint8_t *)outline.text, outline.size) || into->at > signs.size ||
        into->end > signs.size) {
        PyErr_SetString(PyExc_ValueError, "no outline, or a place outside of the report");
        return 0;
    }
    return 1;
}

static PyObject *outline_start_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Asked of;
    if (!asked(args, count, &of)) {
        return NULL;
    }
    size_t found = outline_start(&of.outline, of.signs, of.at, of.end);
    return PyLong_FromSsize_t(found < of.end ? (Py_ssize_t)found : -1);
}

static PyObject *outline_fits_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Asked of;
    return asked(args, count, &of) ? PyBool_FromLong(outline_fits(&of.outline, of.signs, of.at, of.end)) : NULL;
}

/* --- the module ------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"best_between", best_between_of, METH_VARARGS, "Fill in the best tags between tokens that are surely outside."},
    {"forward_backward", forward_backward_of, METH_VARARGS, "Fill in forward and backward values and scales."},
    {"outline_fits", (PyCFunction)(void (*)(void))outline_fits_of, METH_FASTCALL, "Whether it stands at a place."},
    {"outline_start", (PyCFunction)(void (*)(void))outline_start_of, METH_FASTCALL, "The first place, or -1."},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &scores_spec, NULL);
    int failed = type == NULL ? -1 : PyModule_AddType(module, (PyTypeObject *)type);
    Py_XDECREF(type);
    return failed ? failed : PyModule_AddIntConstant(module, "VERSION", VERSION);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "native",
    .m_doc = "What is hot in statistical detection, compiled.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_native(void)
{
    return PyModuleDef_Init(&definition);
}
