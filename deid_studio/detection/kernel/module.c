/* The module `native`: chains, outlines, and the types `Keys`, `Program`, `Roots`, `Scores` and `Windows`. */
#include "arguments.h"

#include <stdlib.h>

#include "chain.h"
#include "outline.h"

#define VERSION 8 /* of what the functions take: another one than in compiled.py is not used */

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

/* What is asked of an array beside the first one, which is `(tokens, tags)`. */
typedef struct {
    Type type;
    int flags;
    int tokens, tags; /* how often each is a factor of the number of its items */
} Wanted;

/* What a function of chains is handed: arrays, whose memory is held, and the lengths of `count` sequences. */
typedef struct {
    Py_buffer view[5];
    int held;
    Py_ssize_t tokens, tags, count;
    size_t *lengths;
} Chains;

/* Lets go of all: None when it is done, else an exception, of memory when there is none yet. */
static PyObject *let_go(Chains *chains, int done)
{
    free(chains->lengths);
    while (chains->held > 0) {
        PyBuffer_Release(&chains->view[--chains->held]);
    }
    if (done) {
        return Py_NewRef(Py_None);
    }
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

/* Holds what is handed in; an exception and 0 when it is other than is wanted. */
static int hold(Chains *chains, PyObject *list, PyObject *const *objects, const Wanted *wanted, int count)
{
    *chains = (Chains){.held = 0};
    int fits = 1;
    for (int i = 0; fits && i < count; i++) {
        Py_buffer *view = &chains->view[i];
        Py_ssize_t items = i ? 1 : -1;
        for (int k = 0; i && k < wanted[i].tokens + wanted[i].tags; k++) {
            items *= k < wanted[i].tokens ? chains->tokens : chains->tags;
        }
        fits = array(objects[i], view, wanted[i].flags, wanted[i].type, items);
        chains->held += fits;
        if (fits && i == 0) {
            fits = view->ndim == 2 && view->shape[1] > 0 && view->shape[1] <= MOST_TAGS;
            if (!fits) {
                PyErr_SetString(PyExc_ValueError, "an array of another shape than (tokens, tags)");
                break;
            }
            chains->tokens = view->shape[0];
            chains->tags = view->shape[1];
        }
    }
    chains->count = PyList_Size(list);
    chains->lengths = fits ? lengths_of(list, chains->tokens) : NULL;
    if (chains->lengths == NULL) {
        let_go(chains, 0);
    }
    return chains->lengths != NULL;
}

/* forward_backward(odds, lengths, step, forward, backward, scale): fills the last three. */
static PyObject *forward_backward_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *object[5], *list;
    if (!PyArg_ParseTuple(args, "OO!OOOO", &object[0], &PyList_Type, &list, &object[1], &object[2], &object[3],
                          &object[4])) {
        return NULL;
    }
    const Wanted wanted[] = {{DOUBLES, 0, 1, 1},
                             {DOUBLES, 0, 0, 2},
                             {DOUBLES, PyBUF_WRITABLE, 1, 1},
                             {DOUBLES, PyBUF_WRITABLE, 1, 1},
                             {DOUBLES, PyBUF_WRITABLE, 1, 0}};
    Chains of;
    if (!hold(&of, list, object, wanted, 5)) {
        return NULL;
    }
    double *odds = of.view[0].buf, *forward = of.view[2].buf, *backward = of.view[3].buf, *scale = of.view[4].buf;
    Ways ways = {.list = NULL};
    double *spare = malloc((size_t)of.tags * sizeof(double));
    int done = spare != NULL && ways_list(&ways, of.view[1].buf, (size_t)of.tags);
    for (Py_ssize_t i = 0; done && i < of.count; i++) {
        size_t cells = of.lengths[i] * (size_t)of.tags;
        forward_backward(&ways, of.lengths[i], odds, forward, backward, scale, spare);
        odds += cells;
        forward += cells;
        backward += cells;
        scale += of.lengths[i];
    }
    ways_let_go(&ways);
    free(spare);
    return let_go(&of, done);
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
    const Wanted wanted[] = {
        {FLOATS, 0, 1, 1}, {FLAGS, 0, 1, 0}, {DOUBLES, 0, 0, 2}, {LONGS, PyBUF_WRITABLE, 1, 0}};
    Chains of;
    if (!hold(&of, list, object, wanted, 4)) {
        return NULL;
    }
    if (outside < 0 || outside >= of.tags) {
        PyErr_SetString(PyExc_ValueError, "a tag that is none");
        return let_go(&of, 0);
    }
    size_t tags = (size_t)of.tags;
    double *ranges = malloc(2 * tags * sizeof(double));
    if (ranges == NULL) {
        return let_go(&of, 0);
    }
    Search search = {of.view[0].buf, of.view[1].buf, tags, (size_t)outside, of.view[2].buf, ranges, ranges + tags};
    search_begin(&search);
    int64_t *chosen = of.view[3].buf;
    int done = 1;
    for (Py_ssize_t i = 0; done && i < of.count; i++) {
        done = best_between(&search, of.lengths[i], chosen);
        search.scores += of.lengths[i] * tags;
        search.sure += of.lengths[i];
        chosen += of.lengths[i];
    }
    free(ranges);
    return let_go(&of, done);
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

/* Stretches of a report that Python hands in, in memory of their own (NULL and an exception when they are none). */
static size_t *stretches_of(PyObject *list, size_t size, size_t *covered)
{
    Py_ssize_t count = PyList_Size(list);
    size_t *places = count < 0 ? NULL : malloc(((size_t)count + 1) * 2 * sizeof(size_t));
    if (places == NULL && count >= 0) {
        PyErr_NoMemory();
    }
    *covered = 0;
    for (Py_ssize_t i = 0; places != NULL && i < count; i++) {
        PyObject *own = PyList_GetItem(list, i), *first = PyTuple_GetItem(own, 0);
        PyObject *last = first != NULL ? PyTuple_GetItem(own, 1) : NULL;
        size_t start = last != NULL ? PyLong_AsSize_t(first) : 0, end = last != NULL ? PyLong_AsSize_t(last) : 0;
        if (PyErr_Occurred() == NULL && (end < start || end > size)) {
            PyErr_SetString(PyExc_ValueError, "a place outside of the report");
        }
        if (PyErr_Occurred() != NULL) {
            free(places);
            return NULL;
        }
        places[2 * i] = start;
        places[2 * i + 1] = end;
        *covered += end - start;
    }
    return places;
}

/* Of each stretch of a list in which an outline can stand its first place there and its end, as a list. */
static PyObject *places_of(const Outline *outline, Laid *laid, PyObject *stretches)
{
    size_t covered, *places = stretches_of(stretches, laid->size, &covered);
    PyObject *found = places != NULL ? PyList_New(0) : NULL;
    size_t count = found != NULL ? (size_t)PyList_Size(stretches) : 0;
    int wide = covered > laid->size / 8; /* in narrow stretches each sign is sooner looked at */
    if (found != NULL && wide) {
        outline_mark(outline, laid);
    }
    for (size_t i = 0; found != NULL && i < count; i++) {
        size_t start = places[2 * i], end = places[2 * i + 1];
        size_t at = wide ? outline_marked(outline, laid, start, end) : outline_start(outline, laid->signs, start, end);
        PyObject *place = at < end ? stretch(at, end) : NULL;
        if (at < end && (place == NULL || PyList_Append(found, place) < 0)) {
            Py_CLEAR(found);
        }
        Py_XDECREF(place);
    }
    free(places);
    return found;
}

/* outline_places(outlines, signs, stretches): for each outline, which has stretches of its own, where it can stand in
   them; one that is empty tells nothing, and all are left. */
static PyObject *outline_places_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *list, *bytes, *stretches;
    Piece signs, *outlines;
    size_t count;
    if (!PyArg_ParseTuple(args, "OOO!", &list, &bytes, &PyList_Type, &stretches) || !piece(bytes, &signs) ||
        (outlines = pieces(list, &count)) == NULL) {
        return NULL;
    }
    Laid laid;
    int fits = outline_lay(&laid, (const uint8_t *)signs.text, signs.size);
    PyObject *all = fits ? PyList_New((Py_ssize_t)count) : PyErr_NoMemory();
    if (all != NULL && (size_t)PyList_Size(stretches) != count) {
        PyErr_SetString(PyExc_ValueError, "outlines without stretches");
        Py_CLEAR(all);
    }
    for (size_t i = 0; all != NULL && i < count; i++) {
        Outline outline;
        PyObject *own = PyList_GetItem(stretches, (Py_ssize_t)i), *places = NULL;
        if (outlines[i].size == 0) {
            places = Py_NewRef(own);
        } else if (outline_read(&outline, (const uint8_t *)outlines[i].text, outlines[i].size)) {
            places = places_of(&outline, &laid, own);
        } else {
            PyErr_SetString(PyExc_ValueError, "no outline");
        }
        if (places == NULL || PyList_SetItem(all, (Py_ssize_t)i, places) < 0) {
            Py_CLEAR(all);
        }
    }
    outline_let_go(&laid);
    free(outlines);
    return all;
}

/* --- the module ------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"best_between", best_between_of, METH_VARARGS, "Fill in the best tags between tokens that are surely outside."},
    {"forward_backward", forward_backward_of, METH_VARARGS, "Fill in forward and backward values and scales."},
    {"network_is_fast", network_is_fast_of, METH_NOARGS, "Whether networks are reckoned faster here than by NumPy."},
    {"network_values", network_values_of, METH_VARARGS, "Fill in the values of places."},
    {"outline_fits", (PyCFunction)(void (*)(void))outline_fits_of, METH_FASTCALL, "Whether it stands at a place."},
    {"outline_places", outline_places_of, METH_VARARGS, "The first of each stretch, for each outline."},
    {"outline_start", (PyCFunction)(void (*)(void))outline_start_of, METH_FASTCALL, "The first place, or -1."},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    PyType_Spec *const specs[] = {&keys_spec, &program_spec, &roots_spec, &scores_spec, &windows_spec};
    int failed = 0;
    for (size_t i = 0; !failed && i < sizeof specs / sizeof specs[0]; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        failed = type == NULL ? -1 : PyModule_AddType(module, (PyTypeObject *)type);
        Py_XDECREF(type);
    }
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
