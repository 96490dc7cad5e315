/* tokens, as Python calls it: the tokens of a text, as Tokenizer (tokens.py) has them. */
#include "arguments.h"

/* What str.split takes for a blank. */
static int is_blank(Py_UCS4 sign)
{
    if (sign < 0x80) {
        return sign == ' ' || (sign >= '\t' && sign <= '\r') || (sign >= 0x1C && sign <= 0x1F);
    }
    return sign == 0x85 || sign == 0xA0 || sign == 0x1680 || (sign >= 0x2000 && sign <= 0x200A) || sign == 0x2028 ||
           sign == 0x2029 || sign == 0x202F || sign == 0x205F || sign == 0x3000;
}

/* What str.splitlines takes for the end of a line; all of it are blanks. */
static int ends_line(Py_UCS4 sign)
{
    return (sign >= '\n' && sign <= '\r') || (sign >= 0x1C && sign <= 0x1E) || sign == 0x85 || sign == 0x2028 ||
           sign == 0x2029;
}

/* The tokens of a line, with where they begin and end; `places` are the numbers from 0 on that all texts share. */
typedef struct {
    PyObject *words, *starts, *ends, *places;
} Line;

/* The number of a place, at which some other text has a token too. */
static PyObject *number_of(const Line *line, Py_ssize_t place)
{
    PyObject *places = line->places;
    return place < PyList_Size(places) ? Py_NewRef(PyList_GetItem(places, place)) : PyLong_FromSsize_t(place);
}

/* Adds a token that begins at `start`, a number; where it ends, NULL and an exception on failure. */
static PyObject *add_token(const Line *line, PyObject *word, PyObject *start)
{
    Py_ssize_t size = word != NULL ? PyUnicode_GetLength(word) : -1;
    Py_ssize_t at = size >= 0 && start != NULL ? PyLong_AsSsize_t(start) : -1;
    if (at < 0 || size > PY_SSIZE_T_MAX - at) {
        return PyErr_Occurred() == NULL ? PyErr_Format(PyExc_ValueError, "no token") : NULL;
    }
    PyObject *end = number_of(line, at + size);
    int done = end != NULL && PyList_Append(line->words, word) == 0 && PyList_Append(line->starts, start) == 0 &&
               PyList_Append(line->ends, end) == 0;
    if (!done) {
        Py_CLEAR(end);
    }
    return end;
}

/* Adds tokens of which a stretch consists; 0 and an exception on failure. */
static int add_filling(const Line *line, PyObject *words, Py_ssize_t at)
{
    PyObject *start = number_of(line, at);
    for (Py_ssize_t i = 0; start != NULL && i < PyTuple_Size(words); i++) {
        PyObject *end = add_token(line, PyTuple_GetItem(words, i), start);
        Py_DECREF(start);
        start = end;
    }
    Py_XDECREF(start);
    return start != NULL;
}

/* Adds tokens of a stretch, (place in it, word); 0 and an exception on failure. */
static int add_parted(const Line *line, PyObject *parted, Py_ssize_t at)
{
    Py_ssize_t count = PyList_Size(parted);
    int done = count >= 0;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        PyObject *pair = PyList_GetItem(parted, i), *first = pair != NULL ? PyTuple_GetItem(pair, 0) : NULL;
        PyObject *word = first != NULL ? PyTuple_GetItem(pair, 1) : NULL;
        Py_ssize_t behind = word != NULL ? PyLong_AsSsize_t(first) : -1;
        PyObject *start = behind >= 0 && behind <= PY_SSIZE_T_MAX - at ? number_of(line, at + behind) : NULL;
        PyObject *end = add_token(line, word, start);
        done = end != NULL;
        Py_XDECREF(start);
        Py_XDECREF(end);
    }
    return done;
}

/* Adds the tokens of a stretch: those that are known, or what Python tells of it. */
static int add_stretch(const Line *line, PyObject *stretch, PyObject *known, PyObject *tell, Py_ssize_t at)
{
    PyObject *words = stretch != NULL ? Py_XNewRef(PyDict_GetItemWithError(known, stretch)) : NULL;
    if (words == NULL && stretch != NULL && PyErr_Occurred() == NULL) {
        words = PyObject_CallFunctionObjArgs(tell, stretch, NULL);
    }
    int done = words != NULL && (PyTuple_Check(words) ? add_filling(line, words, at) : add_parted(line, words, at));
    Py_XDECREF(words);
    return done;
}

static int begin_line(Line *line)
{
    line->words = PyList_New(0);
    line->starts = PyList_New(0);
    line->ends = PyList_New(0);
    return line->words != NULL && line->starts != NULL && line->ends != NULL;
}

/* Adds a line that has tokens to those before. */
static int end_line(Line *line, PyObject *lines)
{
    int done = line->words != NULL && line->starts != NULL && line->ends != NULL;
    if (done && PyList_Size(line->words)) {
        PyObject *all = PyTuple_Pack(3, line->words, line->starts, line->ends);
        done = all != NULL && PyList_Append(lines, all) == 0;
        Py_XDECREF(all);
    }
    Py_CLEAR(line->words);
    Py_CLEAR(line->starts);
    Py_CLEAR(line->ends);
    return done;
}

/* tokens(text, known, tell, places): of each line that has some its words, starts and ends. `known` has the tokens of
   stretches between blanks that consist of nothing else; `tell` those of others, as a tuple of such or a list of (place
   in it, word). `places` are the numbers from 0 on: where a token begins or ends is told by these, beyond them by new
   ones. */
PyObject *tokens_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *text, *known, *tell, *places;
    if (!PyArg_ParseTuple(args, "UO!OO!", &text, &PyDict_Type, &known, &tell, &PyList_Type, &places)) {
        return NULL;
    }
    Py_ssize_t size = PyUnicode_GetLength(text);
    Py_UCS4 *signs = PyUnicode_AsUCS4Copy(text);
    PyObject *lines = signs != NULL ? PyList_New(0) : NULL;
    Line line = {NULL, NULL, NULL, places};
    int done = lines != NULL;
    for (Py_ssize_t at = 0, end; done && at < size; at = end) {
        end = at + 1;
        if (is_blank(signs[at])) {
            done = line.words == NULL || !ends_line(signs[at]) || end_line(&line, lines);
            continue;
        }
        while (end < size && !is_blank(signs[end])) {
            end++;
        }
        PyObject *stretch = PyUnicode_Substring(text, at, end);
        done = (line.words != NULL || begin_line(&line)) && add_stretch(&line, stretch, known, tell, at);
        Py_XDECREF(stretch);
    }
    done = (line.words == NULL || end_line(&line, lines)) && done;
    PyMem_Free(signs);
    if (!done) {
        Py_CLEAR(lines);
    }
    return lines;
}
