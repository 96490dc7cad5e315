/* The module `native`: outlines, and the types `Chain`, `Keys`, `Program`, `Roots`, `Scores` and `Windows`. */
#include "arguments.h"

#include <stdlib.h>

#include "program.h"

#define VERSION 8 /* of what the functions take: another one than in compiled.py is not used */

typedef struct {
    PyObject *program; /* the type `Program` */
} State;

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

/* What is searched for in a report: an outline, and perhaps the program of the same expression. */
typedef struct {
    const Outline *outline;
    const Program *program; /* NULL where there is none */
    const uint8_t *text;
} Searched;

/* The first place from one on where it stands before `end`, as far as is told; `end` where there is none. */
static size_t first_place(const Searched *of, Laid *laid, int marked, size_t at, size_t end)
{
    at = marked ? outline_marked(of->outline, laid, at, end) : outline_start(of->outline, laid->signs, at, end);
    if (at < end && of->program != NULL) {
        Matching matching;
        if (matching_begin(&matching, of->program, of->text, end)) {
            size_t begin = at;
            int32_t to = program_search(&matching, of->program, of->outline, laid->signs, &begin);
            at = to == NO_MATCH ? end : begin; /* where it gave up it is asked again */
        }
        matching_end(&matching);
    }
    return at;
}

/* Of each stretch of a list in which something can stand its first place there and its end, as a list. */
static PyObject *places_of(const Searched *of, Laid *laid, PyObject *stretches)
{
    size_t covered, *places = stretches_of(stretches, laid->size, &covered);
    PyObject *found = places != NULL ? PyList_New(0) : NULL;
    size_t count = found != NULL ? (size_t)PyList_Size(stretches) : 0;
    int wide = covered > laid->size / 8; /* in narrow stretches each sign is sooner looked at */
    if (found != NULL && wide) {
        outline_mark(of->outline, laid);
    }
    for (size_t i = 0; found != NULL && i < count; i++) {
        size_t end = places[2 * i + 1], at = first_place(of, laid, wide, places[2 * i], end);
        PyObject *place = at < end ? stretch(at, end) : NULL;
        if (at < end && (place == NULL || PyList_Append(found, place) < 0)) {
            Py_CLEAR(found);
        }
        Py_XDECREF(place);
    }
    free(places);
    return found;
}

/* outline_places(outlines, programs, signs, text, stretches): for each outline, which has stretches of its own, where it
   can stand in them, and where there is a program and no None, where that first matches; an outline that is empty tells
   nothing, and all are left. */
static PyObject *outline_places_of(PyObject *module, PyObject *args)
{
    const State *state = PyModule_GetState(module);
    PyObject *list, *programs, *bytes, *told, *stretches;
    Piece signs, text, *outlines;
    size_t count;
    if (!PyArg_ParseTuple(args, "OO!OOO!", &list, &PyList_Type, &programs, &bytes, &told, &PyList_Type, &stretches) ||
        !piece(bytes, &signs) || !piece(told, &text) || (outlines = pieces(list, &count)) == NULL) {
        return NULL;
    }
    Laid laid;
    int fits = outline_lay(&laid, (const uint8_t *)signs.text, signs.size);
    PyObject *all = fits ? PyList_New((Py_ssize_t)count) : PyErr_NoMemory();
    if (all != NULL && ((size_t)PyList_Size(stretches) != count || (size_t)PyList_Size(programs) != count ||
                        text.size != signs.size || signs.size > INT32_MAX - 1)) {
        PyErr_SetString(PyExc_ValueError, "outlines without stretches or programs, or the signs of another text");
        Py_CLEAR(all);
    }
    for (size_t i = 0; all != NULL && i < count; i++) {
        Outline outline;
        PyObject *own = PyList_GetItem(stretches, (Py_ssize_t)i), *places = NULL;
        PyObject *program = PyList_GetItem(programs, (Py_ssize_t)i);
        int is_program = (PyObject *)Py_TYPE(program) == state->program;
        if (!is_program && program != Py_None) {
            PyErr_SetString(PyExc_TypeError, "no program");
        } else if (outlines[i].size == 0) {
            places = Py_NewRef(own);
        } else if (outline_read(&outline, (const uint8_t *)outlines[i].text, outlines[i].size)) {
            Searched of = {&outline, is_program ? program_of(program) : NULL, (const uint8_t *)text.text};
            places = places_of(&of, &laid, own);
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
    {"network_is_fast", network_is_fast_of, METH_NOARGS, "Whether networks are reckoned faster here than by NumPy."},
    {"network_values", network_values_of, METH_VARARGS, "Fill in the values of places."},
    {"outline_fits", (PyCFunction)(void (*)(void))outline_fits_of, METH_FASTCALL, "Whether it stands at a place."},
    {"outline_places", outline_places_of, METH_VARARGS, "The first of each stretch, for each outline."},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    PyType_Spec *const specs[] = {&keys_spec, &program_spec, &roots_spec, &scores_spec, &windows_spec, &chain_spec};
    int failed = 0;
    for (size_t i = 0; !failed && i < sizeof specs / sizeof specs[0]; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        failed = type == NULL ? -1 : PyModule_AddType(module, (PyTypeObject *)type);
        if (!failed && specs[i] == &program_spec) {
            ((State *)PyModule_GetState(module))->program = Py_NewRef(type);
        }
        Py_XDECREF(type);
    }
    return failed ? failed : PyModule_AddIntConstant(module, "VERSION", VERSION);
}

static void let_go_of_types(void *module) { Py_CLEAR(((State *)PyModule_GetState(module))->program); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "native",
    .m_doc = "What is hot in statistical detection, compiled.",
    .m_size = sizeof(State),
    .m_methods = functions,
    .m_slots = slots,
    .m_free = let_go_of_types,
};

PyMODINIT_FUNC PyInit_native(void)
{
    return PyModuleDef_Init(&definition);
}
