/* The type `Program`: an expression that is matched in a text in bytes (expressions/program.py). */
#include "arguments.h"

#include <string.h>

#include "program.h"

typedef struct {
    PyObject_HEAD
    Program program;
    int backwards;
} ProgramObject;

static void program_dealloc(ProgramObject *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    program_let_go(&self->program);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

const struct Program *program_of(PyObject *object)
{
    return &((ProgramObject *)object)->program;
}

/* Program(program, backwards) */
static PyObject *program_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *bytes;
    Piece program;
    int backwards;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "Op", &bytes, &backwards) || !piece(bytes, &program)) {
        return NULL;
    }
    ProgramObject *self = (ProgramObject *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->backwards = backwards;
    if (!program_read(&self->program, (const uint8_t *)program.text, program.size)) {
        Py_DECREF((PyObject *)self);
        return PyErr_Format(PyExc_ValueError, "no program");
    }
    return (PyObject *)self;
}

void last_place_of_group(const Matching *matching, int32_t group, size_t *start, size_t *end)
{
    int32_t opened = -1;
    *start = *end = 0;
    for (size_t i = 0; i < matching->marks_count; i++) {
        const Mark *mark = &matching->marks[i];
        if (mark->what == group) {
            opened = mark->at;
        } else if (mark->what == (group | CLOSED) && mark->at != opened) {
            *start = (size_t)(opened < mark->at ? opened : mark->at);
            *end = (size_t)(opened < mark->at ? mark->at : opened);
        }
    }
}

/* The stretches that a group took, ascending or descending as they were taken, without those that are empty. */
static PyObject *places_of_group(const Matching *matching, int32_t group)
{
    PyObject *list = PyList_New(0);
    int32_t opened = -1;
    for (size_t i = 0; list != NULL && i < matching->marks_count; i++) {
        const Mark *mark = &matching->marks[i];
        if (mark->what == group) {
            opened = mark->at;
        } else if (mark->what == (group | CLOSED) && mark->at != opened) {
            int32_t start = opened < mark->at ? opened : mark->at, end = opened < mark->at ? mark->at : opened;
            PyObject *place = stretch((size_t)start, (size_t)end);
            if (place == NULL || PyList_Append(list, place) < 0) {
                Py_CLEAR(list);
            }
            Py_XDECREF(place);
        }
    }
    PyObject *places = list != NULL ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return places;
}

/* A match, as start, end and the places of each group; None where there is none, TimeoutError where it gave up. */
static PyObject *found_of(const Program *program, const Matching *matching, int32_t from, int32_t to)
{
    if (to == GAVE_UP) {
        return PyErr_Format(PyExc_TimeoutError, "too many steps");
    }
    if (to == NO_MATCH) {
        return Py_NewRef(Py_None);
    }
    PyObject *groups = PyTuple_New(program->groups);
    for (int32_t group = 1; groups != NULL && group <= program->groups; group++) {
        PyObject *places = places_of_group(matching, group);
        if (places == NULL || PyTuple_SetItem(groups, group - 1, places) < 0) {
            Py_CLEAR(groups);
        }
    }
    if (groups == NULL) {
        return NULL;
    }
    return Py_BuildValue("iiN", (int)(from < to ? from : to), (int)(from < to ? to : from), groups);
}

/* The text, and the stretch in it; an exception and 0 when it is outside. */
static int place_in(PyObject *bytes, PyObject *first, PyObject *last, Piece *text, Py_ssize_t *start, Py_ssize_t *end)
{
    if (!piece(bytes, text)) {
        return 0;
    }
    *start = PyLong_AsSsize_t(first);
    *end = PyLong_AsSsize_t(last);
    if (PyErr_Occurred()) {
        return 0;
    }
    if (*start < 0 || *start > *end || (size_t)*end > text->size || *end > INT32_MAX - 1) {
        PyErr_SetString(PyExc_ValueError, "a place outside of the text");
        return 0;
    }
    return 1;
}

static PyObject *matched(ProgramObject *self, PyObject *const *args, Py_ssize_t count, int whole)
{
    Piece text;
    Py_ssize_t start, end;
    if (count != 3) {
        return PyErr_Format(PyExc_TypeError, "a text, a start and an end are wanted");
    }
    if (!place_in(args[0], args[1], args[2], &text, &start, &end)) {
        return NULL;
    }
    Matching matching;
    if (!matching_begin(&matching, &self->program, (const uint8_t *)text.text, (size_t)end)) {
        return PyErr_NoMemory();
    }
    int32_t from = (int32_t)(self->backwards ? end : start), other = (int32_t)(self->backwards ? start : end);
    int32_t to = program_match(&matching, &self->program, from, (int32_t)start, whole ? other : -1);
    PyObject *found = found_of(&self->program, &matching, from, to);
    matching_end(&matching);
    return found;
}

/* match(text, start, end) */
static PyObject *program_match_of(ProgramObject *self, PyObject *const *args, Py_ssize_t count)
{
    return matched(self, args, count, 0);
}

/* fullmatch(text, start, end) */
static PyObject *program_fullmatch_of(ProgramObject *self, PyObject *const *args, Py_ssize_t count)
{
    return matched(self, args, count, 1);
}

/* search(outline, signs, text, start, end): the first match where the outline stands; everywhere when it is empty. */
static PyObject *program_search_of(ProgramObject *self, PyObject *const *args, Py_ssize_t count)
{
    Piece bytes, signs, text;
    Py_ssize_t start, end;
    Outline outline;
    if (count != 5 || self->backwards) {
        return PyErr_Format(PyExc_TypeError, "an outline, a text twice and a stretch of it are wanted");
    }
    if (!piece(args[0], &bytes) || !piece(args[1], &signs) || !place_in(args[2], args[3], args[4], &text, &start, &end)) {
        return NULL;
    }
    if (signs.size != text.size ||
        (bytes.size && !outline_read(&outline, (const uint8_t *)bytes.text, bytes.size))) {
        return PyErr_Format(PyExc_ValueError, "no outline, or the signs of another text");
    }
    Matching matching;
    if (!matching_begin(&matching, &self->program, (const uint8_t *)text.text, (size_t)end)) {
        return PyErr_NoMemory();
    }
    size_t at = (size_t)start;
    int32_t to = program_search(&matching, &self->program, bytes.size ? &outline : NULL, (const uint8_t *)signs.text, &at);
    PyObject *found = found_of(&self->program, &matching, (int32_t)at, to);
    matching_end(&matching);
    return found;
}

static PyMethodDef program_methods[] = {
    {"fullmatch", (PyCFunction)(void (*)(void))program_fullmatch_of, METH_FASTCALL, "The match of a whole stretch."},
    {"match", (PyCFunction)(void (*)(void))program_match_of, METH_FASTCALL, "The match at the beginning of a stretch."},
    {"search", (PyCFunction)(void (*)(void))program_search_of, METH_FASTCALL, "The first match in a stretch."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot program_slots[] = {
    {Py_tp_doc, "An expression as steps."},
    {Py_tp_new, program_new},
    {Py_tp_dealloc, program_dealloc},
    {Py_tp_methods, program_methods},
    {0, NULL},
};

PyType_Spec program_spec = {"deid_studio.kernel.native.Program", sizeof(ProgramObject), 0, Py_TPFLAGS_DEFAULT,
                            program_slots};
