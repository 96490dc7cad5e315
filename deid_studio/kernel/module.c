/* The module `native`: outlines, and the types `Chain`, `Keys`, `Program`, `Roots`, `Rules`, `Scores`, `Windows` and
   `WordFacts`. */
#include "arguments.h"

#include "outline.h"

#define VERSION 10 /* of what the functions take: another one than in compiled.py is not used */

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
    {"outline_fits", (PyCFunction)(void (*)(void))outline_fits_of, METH_FASTCALL, "Whether it stands at a place."},
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
