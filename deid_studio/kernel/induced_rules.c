/* The type `Rules`: induced rules, and where they match in a report (induced_rules.py). */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "program.h"

#define OPENING 3 /* tokens of the longest opening */
#define BEHIND 3  /* tokens behind an anchor, the first word or number of which tells which of its rules are tried */
#define KINDS 3   /* of that word */

static const char KIND_OF[] = "9Aa"; /* by the first character of its shape */

/* Some of `numbers`. */
typedef struct {
    size_t first, last;
} Group;

typedef struct {
    PyObject_HEAD
    PyObject *expressions, *shapes, *anchors;
    size_t rules_count, shapes_count, nodes_count, groups_count;
    Group *groups; /* the rules of each node, then those of each anchor, by kind */
    size_t *numbers;
    size_t *steps; /* of each node and shape the node that it leads to, 0 where to none */
    PyObject **programs; /* of the rules that were tried, None where one has none */
} Rules;

static void rules_dealloc(Rules *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    for (size_t i = 0; self->programs != NULL && i < self->rules_count; i++) {
        Py_XDECREF(self->programs[i]);
    }
    Py_XDECREF(self->expressions);
    Py_XDECREF(self->shapes);
    Py_XDECREF(self->anchors);
    free(self->groups);
    free(self->numbers);
    free(self->steps);
    free(self->programs);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* A number below a limit; an exception and 0 when it is none. */
static int number_below(PyObject *object, size_t limit, size_t *into)
{
    *into = PyLong_AsSize_t(object);
    if (PyErr_Occurred() == NULL && *into >= limit) {
        PyErr_SetString(PyExc_ValueError, "a number that is too large");
    }
    return PyErr_Occurred() == NULL;
}

/* The numbers of lists of them, all below a limit, one list after the other, and where each begins and ends. */
static int take_lists(PyObject *lists, size_t limit, Group **groups, size_t **numbers)
{
    size_t count = (size_t)PyList_Size(lists), all = 0, at = 0, right = 1;
    for (size_t i = 0; i < count; i++) {
        Py_ssize_t own = PyList_Size(PyList_GetItem(lists, (Py_ssize_t)i));
        if (own < 0) {
            return 0;
        }
        all += (size_t)own;
    }
    *groups = calloc(count + 1, sizeof(Group));
    *numbers = calloc(all + 1, sizeof(size_t));
    if (*groups == NULL || *numbers == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; right && i < count; i++) {
        PyObject *list = PyList_GetItem(lists, (Py_ssize_t)i);
        size_t own = (size_t)PyList_Size(list);
        (*groups)[i] = (Group){at, at + own};
        for (size_t n = 0; right && n < own; n++) {
            right = (size_t)number_below(PyList_GetItem(list, (Py_ssize_t)n), limit, &(*numbers)[at++]);
        }
    }
    return (int)right;
}

/* Whether the numbers in a dictionary of words are all below a limit; an exception when they are not. */
static int are_below(PyObject *words, size_t limit)
{
    Py_ssize_t place = 0;
    PyObject *word, *number;
    size_t value;
    while (PyDict_Next(words, &place, &word, &number)) {
        if (!number_below(number, limit, &value)) {
            return 0;
        }
    }
    return 1;
}

/* Rules(expressions, groups, steps, shapes, anchors) */
static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *expressions, *groups, *steps, *shapes, *anchors;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!", &PyTuple_Type, &expressions, &PyList_Type, &groups, &PyList_Type, &steps,
                          &PyDict_Type, &shapes, &PyDict_Type, &anchors)) {
        return NULL;
    }
    Rules *self = (Rules *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->expressions = Py_NewRef(expressions);
    /* Of their own: what was checked does not change. */
    self->shapes = PyDict_Copy(shapes);
    self->anchors = PyDict_Copy(anchors);
    self->rules_count = (size_t)PyTuple_Size(expressions);
    self->nodes_count = (size_t)PyList_Size(steps);
    self->groups_count = (size_t)PyList_Size(groups);
    self->programs = calloc(self->rules_count + 1, sizeof(PyObject *));
    Group *rows = NULL;
    int done = self->shapes != NULL && self->anchors != NULL && self->programs != NULL;
    if (!done && PyErr_Occurred() == NULL) {
        PyErr_NoMemory();
    }
    done = done && take_lists(groups, self->rules_count, &self->groups, &self->numbers) &&
           take_lists(steps, self->nodes_count, &rows, &self->steps);
    if (done) {
        self->shapes_count = self->nodes_count ? rows[0].last : 0;
        done = self->nodes_count > 0 && self->groups_count >= self->nodes_count;
        for (size_t n = 0; done && n < self->nodes_count; n++) {
            done = rows[n].last - rows[n].first == self->shapes_count;
        }
        if (!done) {
            PyErr_SetString(PyExc_ValueError, "steps that do not fit");
        }
        size_t anchored = self->groups_count - self->nodes_count;
        done = done && are_below(self->shapes, self->shapes_count) && are_below(self->anchors, anchored / KINDS);
    }
    free(rows);
    if (!done) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

/* A report in bytes, and the line of it that is looked at. */
typedef struct {
    Rules *rules;
    Piece text;
    PyObject *folded, *shapes, *starts, *ends; /* of its tokens */
    size_t line, count;
    size_t *symbols; /* the number of each shape, `shapes_count` of others */
    size_t symbols_room;
    PyObject *found;
} Report;

/* The program of a rule: asked of its expression once. */
static PyObject *program_of_rule(Rules *self, size_t number)
{
    if (self->programs[number] == NULL) {
        PyObject *own = PyObject_GetAttrString(PyTuple_GetItem(self->expressions, (Py_ssize_t)number), "program");
        if (own != NULL && own != Py_None && !is_program((PyObject *)self, own)) {
            PyErr_SetString(PyExc_TypeError, "no program");
            Py_CLEAR(own);
        }
        self->programs[number] = own;
    }
    return self->programs[number];
}

/* Tries a rule at a token: adds what it matched, or where it is to be tried by the engine; 0 and an exception. */
static int try_rule(Report *of, size_t number, size_t start, size_t end)
{
    PyObject *own = program_of_rule(of->rules, number);
    if (own == NULL) {
        return 0;
    }
    size_t from = start, to = end;
    int told = 0;
    if (own != Py_None) {
        const struct Program *program = program_of(own);
        Matching matching;
        if (!matching_begin(&matching, program, (const uint8_t *)of->text.text, end)) {
            PyErr_NoMemory();
            return 0;
        }
        int32_t met = program_match(&matching, program, (int32_t)start, (int32_t)start, -1);
        told = met != GAVE_UP;
        if (told) {
            last_place_of_group(&matching, 1, &from, &to);
        }
        matching_end(&matching);
        if (told && (met == NO_MATCH || from == to)) {
            return 1;
        }
    }
    PyObject *one = Py_BuildValue("nnnni", (Py_ssize_t)of->line, (Py_ssize_t)number, (Py_ssize_t)from, (Py_ssize_t)to, told);
    int done = one != NULL && PyList_Append(of->found, one) == 0;
    Py_XDECREF(one);
    return done;
}

/* Tries the rules of a group at a token of the line. */
static int try_group(Report *of, size_t group, size_t token)
{
    Group own = of->rules->groups[group];
    if (own.first == own.last) {
        return 1;
    }
    size_t start, end;
    if (!number_below(PyList_GetItem(of->starts, (Py_ssize_t)token), of->text.size + 1, &start) ||
        !number_below(PyList_GetItem(of->ends, (Py_ssize_t)of->count - 1), of->text.size + 1, &end)) {
        return 0;
    }
    if (start > end) {
        PyErr_SetString(PyExc_ValueError, "a line that ends before it begins");
        return 0;
    }
    for (size_t i = own.first; i < own.last; i++) {
        if (!try_rule(of, of->rules->numbers[i], start, end)) {
            return 0;
        }
    }
    return 1;
}

/* The number that a dictionary has of a text, another one where it has none; SIZE_MAX and an exception. */
static size_t number_of(PyObject *words, PyObject *word, size_t other)
{
    PyObject *number = word != NULL ? PyDict_GetItemWithError(words, word) : NULL;
    return number != NULL ? PyLong_AsSize_t(number) : PyErr_Occurred() ? SIZE_MAX : other;
}

/* Tries the rules of an anchor, at its place: which of them tells the first word or number behind it. */
static int try_anchored(Report *of, size_t anchor, size_t token)
{
    for (size_t i = token + 1; i < of->count && i <= token + BEHIND; i++) {
        PyObject *shape = PyList_GetItem(of->shapes, (Py_ssize_t)i);
        Py_UCS4 first = PyUnicode_GetLength(shape) > 0 ? PyUnicode_ReadChar(shape, 0) : 0;
        if (PyErr_Occurred()) {
            return 0;
        }
        const char *kind = first && first < 128 ? strchr(KIND_OF, (int)first) : NULL;
        if (kind != NULL) {
            return try_group(of, of->rules->nodes_count + KINDS * anchor + (size_t)(kind - KIND_OF), token);
        }
    }
    return 1;
}

/* The numbers of the shapes of the line. */
static int take_symbols(Report *of)
{
    const Rules *rules = of->rules;
    if (of->count > of->symbols_room) {
        size_t *symbols = realloc(of->symbols, 2 * of->count * sizeof(size_t));
        if (symbols == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        of->symbols = symbols;
        of->symbols_room = 2 * of->count;
    }
    for (size_t i = 0; i < of->count; i++) {
        of->symbols[i] = number_of(rules->shapes, PyList_GetItem(of->shapes, (Py_ssize_t)i), rules->shapes_count);
        if (of->symbols[i] == SIZE_MAX) {
            return 0;
        }
    }
    return 1;
}

/* Tries all rules at the tokens of a line: (folded, shapes, starts, ends). */
static int try_line(Report *of, PyObject *line)
{
    const Rules *rules = of->rules;
    if (!PyArg_ParseTuple(line, "O!O!O!O!", &PyList_Type, &of->folded, &PyList_Type, &of->shapes, &PyList_Type,
                          &of->starts, &PyList_Type, &of->ends)) {
        return 0;
    }
    of->count = (size_t)PyList_Size(of->folded);
    if ((size_t)PyList_Size(of->shapes) != of->count || (size_t)PyList_Size(of->starts) != of->count ||
        (size_t)PyList_Size(of->ends) != of->count) {
        PyErr_SetString(PyExc_ValueError, "tokens without places");
        return 0;
    }
    if (!take_symbols(of)) {
        return 0;
    }
    for (size_t i = 0; i < of->count; i++) {
        size_t anchor = number_of(rules->anchors, PyList_GetItem(of->folded, (Py_ssize_t)i), rules->groups_count);
        if (anchor == SIZE_MAX || (anchor != rules->groups_count && !try_anchored(of, anchor, i))) {
            return 0;
        }
        size_t node = 0;
        for (size_t n = i; n < of->count && n < i + OPENING && of->symbols[n] < rules->shapes_count; n++) {
            node = rules->steps[node * rules->shapes_count + of->symbols[n]];
            if (node == 0) {
                break;
            }
            if (!try_group(of, node, i)) {
                return 0;
            }
        }
    }
    return 1;
}

/* hits(text, lines): what matches in lines, of which each is told by lists of its tokens folded, of their shapes, starts
   and ends: (line, rule, start, end, whether that is what its group took); where not, the engine is to be asked there. */
static PyObject *rules_hits(Rules *self, PyObject *args)
{
    PyObject *bytes, *lines;
    Report of = {.rules = self};
    if (!PyArg_ParseTuple(args, "OO!", &bytes, &PyList_Type, &lines) || !piece(bytes, &of.text)) {
        return NULL;
    }
    if (of.text.size > INT32_MAX - 1) {
        return PyErr_Format(PyExc_ValueError, "a text that is too long");
    }
    of.found = PyList_New(0);
    int done = of.found != NULL;
    for (size_t count = (size_t)PyList_Size(lines); done && of.line < count; of.line++) {
        PyObject *line = PyList_GetItem(lines, (Py_ssize_t)of.line);
        done = line != NULL && PyTuple_Check(line);
        if (!done && PyErr_Occurred() == NULL) {
            PyErr_SetString(PyExc_TypeError, "no line");
        }
        Py_XINCREF(line); /* an expression may take its time to be compiled, and who knows what is done meanwhile */
        done = done && try_line(&of, line);
        Py_XDECREF(line);
    }
    free(of.symbols);
    if (!done) {
        Py_CLEAR(of.found);
    }
    return of.found;
}

static PyMethodDef rules_methods[] = {
    {"hits", (PyCFunction)rules_hits, METH_VARARGS, "Where rules match in a report, line by line."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot rules_slots[] = {
    {Py_tp_doc, "Induced rules, and where each is tried."},
    {Py_tp_new, rules_new},
    {Py_tp_dealloc, rules_dealloc},
    {Py_tp_methods, rules_methods},
    {0, NULL},
};

PyType_Spec rules_spec = {"deid_studio.kernel.native.Rules", sizeof(Rules), 0, Py_TPFLAGS_DEFAULT, rules_slots};
