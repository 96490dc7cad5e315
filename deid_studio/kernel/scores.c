/* The type `Scores`: the scores of words and lines by the weights of a model. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "places.h"

typedef struct {
    PyObject_HEAD
    Attributes all;
    Rows rows;
    Word **words;
    size_t count, room;
} Scores;

static void forget(Scores *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->words[i]);
    }
    self->count = 0;
    rows_forget(&self->rows);
}

static void scores_dealloc(Scores *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    forget(self);
    free(self->words);
    attributes_free(&self->all);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* Whether the weights of `count` attributes point nowhere outside their tables; an exception when they do. */
static int weights_fit(const Attributes *all, size_t count, const Py_buffer *firsts, const Py_buffer *tags)
{
    const uint32_t *first = firsts->buf;
    const uint16_t *tag = tags->buf;
    size_t weights = (size_t)tags->len / sizeof(uint16_t);
    int right = count < NO_ATTRIBUTE / 4 && first[0] == 0 && first[count] == weights;
    for (size_t a = 0; right && a < count; a++) {
        right = first[a] <= first[a + 1];
    }
    for (size_t i = 0; right && i < weights; i++) {
        right = tag[i] < all->tags;
    }
    if (!right) {
        PyErr_SetString(PyExc_ValueError, "weights that point outside their tables");
    }
    return right;
}

/* Scores(names, tags, firsts, columns, weights) */
static PyObject *scores_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *names, *firsts, *columns, *weights;
    Py_ssize_t tags;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "O!nOOO", &PyList_Type, &names, &tags, &firsts, &columns, &weights)) {
        return NULL;
    }
    if (tags < 1 || tags > MOST_TAGS) {
        return PyErr_Format(PyExc_ValueError, "%zd tags", tags);
    }
    Scores *self = (Scores *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->all.tags = (uint32_t)tags;
    self->rows.size = (size_t)tags;
    Py_buffer first, column, weight;
    size_t count = 0;
    Piece *own = pieces(names, &count);
    int done = 0;
    if (own != NULL && array(firsts, &first, 0, WHOLES, (Py_ssize_t)count + 1)) {
        if (array(weights, &weight, 0, FLOATS, -1)) {
            if (array(columns, &column, 0, SHORTS, weight.len / 4)) {
                if (weights_fit(&self->all, count, &first, &column)) {
                    done = attributes_fill(&self->all, own, (uint32_t)count, first.buf, column.buf, weight.buf);
                    if (done != 1) {
                        PyErr_SetString(done ? PyExc_ValueError : PyExc_MemoryError, "an attribute occurs twice");
                    }
                }
                PyBuffer_Release(&column);
            }
            PyBuffer_Release(&weight);
        }
        PyBuffer_Release(&first);
    }
    free(own);
    if (done != 1) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

/* forget(): the next word is number 0 again. */
static PyObject *scores_forget(Scores *self, PyObject *Py_UNUSED(nothing))
{
    forget(self);
    Py_RETURN_NONE;
}

#define TEXTS 6 /* of a word */

/* A word with its texts. */
static Word *word_of(const Piece *texts, unsigned marks, Piece distant)
{
    size_t size = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        size += texts[i].size;
    }
    Word *word = calloc(1, sizeof(Word) + size);
    if (word == NULL) {
        return NULL;
    }
    char *end = (char *)(word + 1);
    Part *own[] = {&word->text, &word->normal, &word->shape, &word->short_shape, &word->folded, &word->cue};
    for (size_t i = 0; i < TEXTS; i++) {
        memcpy(end, texts[i].text, texts[i].size);
        *own[i] = part_of((Piece){end, texts[i].size});
        end += texts[i].size;
    }
    word->marks = marks;
    word->distants = distant.size;
    memcpy(word->distant, distant.text, distant.size);
    return word;
}

/* The texts of a tuple, or bytes, with their hashes, in memory of their own (NULL and an exception when it has others). */
static Part *kinds_of(PyObject *tuple, size_t *count)
{
    *count = (size_t)PyTuple_Size(tuple);
    Part *found = malloc((*count + 1) * sizeof(Part));
    if (found == NULL) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; found != NULL && i < *count; i++) {
        Piece own;
        if (!text_piece(PyTuple_GetItem(tuple, (Py_ssize_t)i), &own)) {
            free(found);
            return NULL;
        }
        found[i] = part_of(own);
    }
    return found;
}

/* add_word((text, normal, shape, short_shape, folded, cue), marks, distant, kinds): the number of the word. */
static PyObject *scores_add_word(Scores *self, PyObject *args)
{
    PyObject *text[TEXTS], *far, *kinds;
    unsigned marks;
    if (!PyArg_ParseTuple(args, "(OOOOOO)ISO!", &text[0], &text[1], &text[2], &text[3], &text[4], &text[5], &marks,
                          &far, &PyTuple_Type, &kinds)) {
        return NULL;
    }
    Piece texts[TEXTS], distant;
    int right = piece(far, &distant);
    for (size_t i = 0; right && i < TEXTS; i++) {
        right = text_piece(text[i], &texts[i]);
    }
    for (size_t i = 0; right && i < distant.size; i++) {
        if (distant.size > DISTANT || (unsigned char)distant.text[i] >= DISTANT) {
            PyErr_SetString(PyExc_ValueError, "an unknown kind of distant word");
            right = 0;
        }
    }
    size_t count = 0;
    Part *own = right ? kinds_of(kinds, &count) : NULL;
    if (own == NULL) {
        return NULL;
    }
    if (self->count == self->room) {
        size_t room = self->room ? 2 * self->room : 1024;
        Word **words = realloc(self->words, room * sizeof(Word *));
        if (words != NULL) {
            self->words = words;
            self->room = room;
        }
    }
    Word *word = self->count < self->room ? word_of(texts, marks, distant) : NULL;
    if (word != NULL && !word_scores(&self->all, word, own, count, &self->rows)) {
        free(word);
        word = NULL;
    }
    free(own);
    if (word == NULL) {
        return PyErr_NoMemory();
    }
    self->words[self->count++] = word;
    return PyLong_FromSize_t(self->count - 1);
}

/* All memory that lines need, and its parts. */
typedef struct {
    size_t count, tokens;
    Line *lines;
    const Word **words;
    int64_t *starts, *ends;
    Known *known;
    Field **fields; /* of each line */
    Part **tags;    /* of each token that has some */
} Taken;

static void taken_free(Taken *taken)
{
    for (size_t i = 0; taken->tags != NULL && i < taken->tokens; i++) {
        free(taken->tags[i]);
    }
    for (size_t i = 0; taken->fields != NULL && i < taken->count; i++) {
        free(taken->fields[i]);
    }
    free(taken->lines);
    free(taken->words);
    free(taken->starts);
    free(taken->ends);
    free(taken->known);
    free(taken->fields);
    free(taken->tags);
}

/* The words of all lines, and where they stand. */
static int take_tokens(Taken *taken, const Scores *self, PyObject *words, PyObject *starts, PyObject *ends)
{
    for (size_t i = 0; i < taken->tokens; i++) {
        size_t at = PyLong_AsSize_t(PyList_GetItem(words, (Py_ssize_t)i));
        taken->starts[i] = PyLong_AsLongLong(PyList_GetItem(starts, (Py_ssize_t)i));
        taken->ends[i] = PyLong_AsLongLong(PyList_GetItem(ends, (Py_ssize_t)i));
        if (PyErr_Occurred()) {
            return 0;
        }
        if (at >= self->count) {
            PyErr_SetString(PyExc_ValueError, "an unknown word");
            return 0;
        }
        taken->words[i] = self->words[at];
    }
    return 1;
}

/* What is known of the words of a line. */
static int take_facts(const Line *line, Known *known, PyObject *words, Py_ssize_t first, PyObject *facts)
{
    for (size_t i = 0; i < line->count; i++, known++) {
        PyObject *fact = PyDict_GetItemWithError(facts, PyList_GetItem(words, first + (Py_ssize_t)i)), *value;
        if (fact == NULL) {
            if (PyErr_Occurred()) {
                return 0;
            }
            continue;
        }
        if (!PyArg_ParseTuple(fact, "Opp", &value, &known->is_lower, &known->is_mail)) {
            return 0;
        }
        known->is_value = value != Py_None;
        if (known->is_value && !part(value, &known->value)) {
            return 0;
        }
    }
    return 1;
}

static Field *take_fields(Line *line, PyObject *fields)
{
    line->fields_count = (size_t)PyList_Size(fields);
    Field *found = calloc(line->fields_count + 1, sizeof(Field));
    line->fields = found;
    if (found == NULL) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; found != NULL && i < line->fields_count; i++) {
        PyObject *label;
        Py_ssize_t start, colon, end;
        if (!PyArg_ParseTuple(PyList_GetItem(fields, (Py_ssize_t)i), "Snnn", &label, &start, &colon, &end)) {
            break;
        }
        if (start < 0 || colon < start || end < colon || !part(label, &found[i].label)) {
            PyErr_SetString(PyExc_ValueError, "a field that ends before it begins");
            break;
        }
        found[i].start = (size_t)start;
        found[i].colon = (size_t)colon;
        found[i].end = (size_t)end;
    }
    return found;
}

/* The tags of a line's tokens: a list of (token, tags), which names none twice. */
static int take_tags(const Line *line, Known *known, Part **held, PyObject *tags)
{
    for (Py_ssize_t i = 0; i < PyList_Size(tags); i++) {
        Py_ssize_t token;
        PyObject *own;
        if (!PyArg_ParseTuple(PyList_GetItem(tags, i), "nO", &token, &own)) {
            return 0;
        }
        if (token < 0 || (size_t)token >= line->count || held[token] != NULL) {
            PyErr_SetString(PyExc_ValueError, "tags of no token, or once more");
            return 0;
        }
        held[token] = parts(own, &known[token].tags_count);
        known[token].tags = held[token];
        if (held[token] == NULL) {
            return 0;
        }
    }
    return 1;
}

/* A line from token `first` on: (tokens, fields, tags, section, position, neighbours); 0 when it does not fit. */
static int take_line(Taken *taken, Line *line, Field **held, size_t first, PyObject *told, PyObject *words,
                     PyObject *facts)
{
    PyObject *fields, *tags, *section, *position, *neighbours;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(told, "nO!O!SSO", &count, &PyList_Type, &fields, &PyList_Type, &tags, &section, &position,
                          &neighbours)) {
        return 0;
    }
    if (count < 0 || (size_t)count > taken->tokens - first) {
        PyErr_SetString(PyExc_ValueError, "a line that does not fit");
        return 0;
    }
    Known *known = taken->known + first;
    *line = (Line){.count = (size_t)count,
                   .words = taken->words + first,
                   .starts = taken->starts + first,
                   .ends = taken->ends + first,
                   .known = known};
    *held = take_fields(line, fields);
    return !PyErr_Occurred() && part(section, &line->section) && part(position, &line->position) &&
           take_tags(line, known, taken->tags + first, tags) &&
           /* In a header the neighbours are all that is known of words. */
           (neighbours == Py_None ? take_facts(line, known, words, (Py_ssize_t)first, facts)
                                  : part(neighbours, &line->neighbours));
}

/* score(total, words, starts, ends, lines, facts): fills the rows of `total`, of the tokens of all lines. */
static PyObject *scores_score(Scores *self, PyObject *args)
{
    PyObject *total, *words, *starts, *ends, *lines, *facts;
    if (!PyArg_ParseTuple(args, "OO!O!O!O!O!", &total, &PyList_Type, &words, &PyList_Type, &starts, &PyList_Type, &ends,
                          &PyList_Type, &lines, &PyDict_Type, &facts)) {
        return NULL;
    }
    Py_ssize_t tokens = PyList_Size(words);
    Py_buffer rows;
    if (tokens > PY_SSIZE_T_MAX / MOST_TAGS ||
        !array(total, &rows, PyBUF_WRITABLE, FLOATS, tokens * (Py_ssize_t)self->all.tags)) {
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    Taken taken = {.count = (size_t)PyList_Size(lines), .tokens = (size_t)tokens};
    int done = 0;
    if (PyList_Size(starts) != tokens || PyList_Size(ends) != tokens || self->count == 0) {
        PyErr_SetString(PyExc_ValueError, "places that do not fit, or no word for the ends of lines");
        goto end;
    }
    taken.lines = calloc(taken.count + 1, sizeof(Line));
    taken.words = calloc(taken.tokens + 1, sizeof(Word *));
    taken.starts = calloc(taken.tokens + 1, sizeof(int64_t));
    taken.ends = calloc(taken.tokens + 1, sizeof(int64_t));
    taken.known = calloc(taken.tokens + 1, sizeof(Known));
    taken.fields = calloc(taken.count + 1, sizeof(Field *));
    taken.tags = calloc(taken.tokens + 1, sizeof(Part *));
    if (taken.lines == NULL || taken.words == NULL || taken.starts == NULL || taken.ends == NULL ||
        taken.known == NULL || taken.fields == NULL || taken.tags == NULL) {
        PyErr_NoMemory();
        goto end;
    }
    done = take_tokens(&taken, self, words, starts, ends);
    size_t first = 0;
    for (size_t n = 0; done && n < taken.count; n++) {
        PyObject *told = PyList_GetItem(lines, (Py_ssize_t)n);
        done = take_line(&taken, &taken.lines[n], &taken.fields[n], first, told, words, facts);
        first += taken.lines[n].count;
    }
    if (done && first != taken.tokens) {
        PyErr_SetString(PyExc_ValueError, "lines that do not fit");
        done = 0;
    } else if (done && !lines_scores(&self->all, taken.lines, taken.count, self->words[0], rows.buf)) {
        PyErr_NoMemory();
        done = 0;
    }
end:
    taken_free(&taken);
    PyBuffer_Release(&rows);
    if (!done) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef scores_methods[] = {
    {"add_word", (PyCFunction)scores_add_word, METH_VARARGS, "Keep a word with its scores; its number."},
    {"forget", (PyCFunction)scores_forget, METH_NOARGS, "Forget all words."},
    {"score", (PyCFunction)scores_score, METH_VARARGS, "Fill in the scores of the tokens of lines."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot scores_slots[] = {
    {Py_tp_doc, "The scores of words and lines by the weights of a model; word 0 stands beyond the ends of lines."},
    {Py_tp_new, scores_new},
    {Py_tp_dealloc, scores_dealloc},
    {Py_tp_methods, scores_methods},
    {0, NULL},
};

PyType_Spec scores_spec = {"deid_studio.kernel.native.Scores", sizeof(Scores), 0, Py_TPFLAGS_DEFAULT,
                                  scores_slots};
