/* The module `native`: outlines, and the types `Chain`, `Keys`, `Program`, `Roots`, `Rules`, `Scores`, `Windows` and
   `WordFacts`. */
#include "arguments.h"

#include "outline.h"

#define VERSION 12 /* of what the functions take: another one than in compiled.py is not used */

typedef struct {
    PyObject *program; /* the type `Program` */
} State;

/* --- outlines --------------------------------------------------------------------------------------------------- */

/* An outline, or none where there are no bytes; an exception and 0 when they are none. */
static int outline_of(PyObject *object, Outline *outline, int *is_there)
{
    Piece bytes;
    if (!piece(object, &bytes)) {
        return 0;
    }
    *is_there = bytes.size > 0;
    if (*is_there && !outline_read(outline, (const uint8_t *)bytes.text, bytes.size)) {
        PyErr_SetString(PyExc_ValueError, "no outline");
        return 0;
    }
    return 1;
}

/* outline_beside(before, after, signs, places, number, start, end): the number of the first place, from `number` on, that
   is in a stretch and beside which outlines stand there, the one before it leftwards; how many there are where none is. */
static PyObject *outline_beside_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Outline before, after;
    Piece signs;
    int is_before, is_after;
    if (count != 7 || !PyList_Check(args[3])) {
        return PyErr_Format(PyExc_TypeError, "two outlines, signs, a list of places, a number and a stretch");
    }
    if (!outline_of(args[0], &before, &is_before) || !outline_of(args[1], &after, &is_after) ||
        !piece(args[2], &signs)) {
        return NULL;
    }
    size_t number = PyLong_AsSize_t(args[4]), start = PyLong_AsSize_t(args[5]), end = PyLong_AsSize_t(args[6]);
    size_t all = (size_t)PyList_Size(args[3]);
    const uint8_t *own = (const uint8_t *)signs.text;
    if (PyErr_Occurred() == NULL && (start > end || end > signs.size)) {
        PyErr_SetString(PyExc_ValueError, "a place outside of the report");
    }
    for (; PyErr_Occurred() == NULL && number < all; number++) {
        PyObject *place = PyList_GetItem(args[3], (Py_ssize_t)number);
        if (!PyTuple_Check(place) || PyTuple_Size(place) < 2) {
            return PyErr_Format(PyExc_TypeError, "no place");
        }
        size_t from = PyLong_AsSize_t(PyTuple_GetItem(place, 0)), to = PyLong_AsSize_t(PyTuple_GetItem(place, 1));
        if (from > end) {
            number = all;
            break;
        }
        if (from >= start && to <= end && (!is_after || outline_fits(&after, own, to, end)) &&
            (!is_before || outline_fits(&before, own, from, start))) {
            break;
        }
    }
    return PyErr_Occurred() == NULL ? PyLong_FromSize_t(number < all ? number : all) : NULL;
}

int is_program(PyObject *of_module, PyObject *object)
{
    return (PyObject *)Py_TYPE(object) == ((const State *)PyType_GetModuleState(Py_TYPE(of_module)))->program;
}

/* --- the module ------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"columns", columns_of, METH_VARARGS, "Fill in the columns of a report."},
    {"flat_rows", flat_rows_of, METH_VARARGS, "Fill in the rows of a report's words, and where they stand."},
    {"folded_pieces", folded_pieces_of, METH_VARARGS, "The pieces of a text, folded."},
    {"name_hits", name_hits_of, METH_VARARGS, "Words that may be of names, alone and two together."},
    {"near", near_of, METH_VARARGS, "Which texts and words are so many edits apart."},
    {"near_words", near_words_of, METH_VARARGS, "The same, where to misread letters is one edit."},
    {"network_is_fast", network_is_fast_of, METH_NOARGS, "Whether networks are reckoned faster here than by NumPy."},
    {"network_scores", network_scores_of, METH_VARARGS, "Fill in the scores of places by their values."},
    {"network_shares", network_shares_of, METH_VARARGS, "Divide the odds of places by their sums."},
    {"network_values", network_values_of, METH_VARARGS, "Fill in the values of places."},
    {"number_hits", number_hits_of, METH_VARARGS, "Where any of some numbers may stand."},
    {"outline_beside", (PyCFunction)(void (*)(void))outline_beside_of, METH_FASTCALL, "The first place beside outlines."},
    {"report_words", report_words_of, METH_VARARGS, "The words of a report, folded, and what was cut."},
    {"tokens", tokens_of, METH_VARARGS, "The tokens of each line of a text."},
    {"word_places", word_places_of, METH_VARARGS, "Where any of some words stand."},
    {NULL, NULL, 0, NULL},
};

static int fill(PyObject *module)
{
    PyType_Spec *const specs[] = {&chain_spec, &keys_spec,   &program_spec, &roots_spec,
                                  &rules_spec, &scores_spec, &windows_spec, &word_facts_spec};
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
    .m_doc = "What is hot in detection, compiled.",
    .m_size = sizeof(State),
    .m_methods = functions,
    .m_slots = slots,
    .m_free = let_go_of_types,
};

PyMODINIT_FUNC PyInit_native(void)
{
    return PyModuleDef_Init(&definition);
}
