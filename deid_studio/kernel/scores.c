/* The type `Scores`: the scores of words and lines by the weights of a model. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "taken_lines.h"

/* What is asked of a word, in this order; `kinds` is a tuple of texts. */
enum { TEXT, NORMAL, SHAPE, SHORT_SHAPE, FOLDED, CUE, TEXTS, KINDS = TEXTS, ASKED };
static const char *const NAMES[ASKED] = {"text", "normal", "shape", "short_shape", "folded", "cue", "kinds"};

typedef struct {
    PyObject_HEAD
    Attributes all;
    Rows rows;
    KeptWord *words;
    size_t count, room;
    PyObject *numbers; /* of the words that were met, by the word */
    PyObject *names[ASKED];
} Scores;

static void forget(Scores *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->words[i].word);
        Py_DECREF(self->words[i].folded);
    }
    self->count = 0;
    rows_forget(&self->rows);
    if (self->numbers != NULL) {
        PyDict_Clear(self->numbers);
    }
}

static void scores_dealloc(Scores *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    forget(self);
    free(self->words);
    Py_XDECREF(self->numbers);
    for (size_t i = 0; i < ASKED; i++) {
        Py_XDECREF(self->names[i]);
    }
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
    self->numbers = done == 1 ? PyDict_New() : NULL;
    for (size_t i = 0; self->numbers != NULL && i < ASKED; i++) {
        self->names[i] = PyUnicode_InternFromString(NAMES[i]);
    }
    if (self->numbers == NULL || self->names[ASKED - 1] == NULL) {
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

/* forget(): the next word is the first one again. */
static PyObject *scores_forget(Scores *self, PyObject *Py_UNUSED(nothing))
{
    forget(self);
    Py_RETURN_NONE;
}

/* count(): how many words are kept. */
static PyObject *scores_count(Scores *self, PyObject *Py_UNUSED(nothing)) { return PyLong_FromSize_t(self->count); }

/* A word with its texts, in memory of its own. */
static Word *word_of(const Piece *texts)
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
    Part *own[TEXTS] = {&word->text, &word->normal, &word->shape, &word->short_shape, &word->folded, &word->cue};
    for (size_t i = 0; i < TEXTS; i++) {
        memcpy(end, texts[i].text, texts[i].size);
        *own[i] = part_of((Piece){end, texts[i].size});
        end += texts[i].size;
    }
    return word;
}

/* Keeps a word, which has these texts and is of these kinds; 0 when memory is short. */
static int keep(Scores *self, PyObject *folded, const Piece *texts, const Part *kinds, size_t count)
{
    if (self->count == self->room) {
        size_t room = self->room ? 2 * self->room : 1024;
        KeptWord *words = realloc(self->words, room * sizeof(KeptWord));
        if (words == NULL) {
            return 0;
        }
        self->words = words;
        self->room = room;
    }
    Word *word = word_of(texts);
    if (word != NULL) {
        word_marks(word, kinds, count);
    }
    if (word == NULL || !word_scores(&self->all, word, kinds, count, &self->rows)) {
        free(word);
        return 0;
    }
    self->words[self->count++] = (KeptWord){word, Py_NewRef(folded)};
    return 1;
}

/* The pieces of texts, of which those with lone surrogates are replaced by their bytes; an exception and 0. */
static int encode(PyObject **texts, size_t count, Piece *into)
{
    for (size_t i = 0; i < count; i++) {
        PyObject *bytes = NULL;
        if (!text_bytes(texts[i], &into[i], &bytes)) {
            return 0;
        }
        if (bytes != NULL) {
            Py_DECREF(texts[i]);
            texts[i] = bytes;
        }
    }
    return 1;
}

/* Keeps a word that is met for the first time; an exception and 0 when it is none. */
static int add_word(Scores *self, PyObject *object)
{
    PyObject *asked[ASKED] = {NULL}, **kinds = NULL;
    Piece texts[TEXTS], *pieces = NULL;
    Part *parts = NULL;
    size_t count = 0;
    int done = 1;
    for (size_t i = 0; done && i < ASKED; i++) {
        asked[i] = PyObject_GetAttr(object, self->names[i]);
        done = asked[i] != NULL;
    }
    PyObject *folded = done ? Py_NewRef(asked[FOLDED]) : NULL;
    if (done && (!PyUnicode_Check(folded) || !PyTuple_Check(asked[KINDS]))) {
        PyErr_SetString(PyExc_TypeError, "a word of other things than texts");
        done = 0;
    }
    if (done) {
        count = (size_t)PyTuple_Size(asked[KINDS]);
        kinds = calloc(count + 1, sizeof(PyObject *));
        pieces = calloc(count + 1, sizeof(Piece));
        parts = calloc(count + 1, sizeof(Part));
        for (size_t i = 0; kinds != NULL && i < count; i++) {
            kinds[i] = Py_NewRef(PyTuple_GetItem(asked[KINDS], (Py_ssize_t)i));
        }
        done = kinds != NULL && pieces != NULL && parts != NULL && encode(asked, TEXTS, texts) &&
               encode(kinds, count, pieces);
        for (size_t i = 0; done && i < count; i++) {
            parts[i] = part_of(pieces[i]);
        }
        done = done && keep(self, folded, texts, parts, count);
        if (!done && PyErr_Occurred() == NULL) {
            PyErr_NoMemory();
        }
    }
    for (size_t i = 0; kinds != NULL && i < count; i++) {
        Py_XDECREF(kinds[i]);
    }
    for (size_t i = 0; i < ASKED; i++) {
        Py_XDECREF(asked[i]);
    }
    Py_XDECREF(folded);
    free(kinds);
    free(pieces);
    free(parts);
    return done;
}

/* The number of a word, which is kept if it was not met before; SIZE_MAX and an exception when it is none. */
static size_t number_of(Scores *self, PyObject *object)
{
    PyObject *number = object != NULL ? PyDict_GetItemWithError(self->numbers, object) : NULL;
    if (number != NULL) {
        return PyLong_AsSize_t(number);
    }
    if (PyErr_Occurred() || !add_word(self, object)) {
        return SIZE_MAX;
    }
    number = PyLong_FromSize_t(self->count - 1);
    int set = number != NULL && PyDict_SetItem(self->numbers, object, number) == 0;
    Py_XDECREF(number);
    return set ? self->count - 1 : SIZE_MAX;
}

/* score(edge, total, words, starts, ends, lines, header): fills the rows of `total`, of the tokens of all lines; `edge` is
   the word beyond the ends of lines. */
static PyObject *scores_score(Scores *self, PyObject *args)
{
    PyObject *edge, *total, *words;
    Told told;
    if (!PyArg_ParseTuple(args, "OOO!O!O!O!(O!O!O!)", &edge, &total, &PyList_Type, &words, &PyList_Type, &told.starts,
                          &PyList_Type, &told.ends, &PyList_Type, &told.lines, &PyDict_Type, &told.header_values,
                          &PySet_Type, &told.lower_words, &PyList_Type, &told.mail_users)) {
        return NULL;
    }
    size_t tokens = (size_t)PyList_Size(words), first = number_of(self, edge);
    Py_buffer rows;
    if (first == SIZE_MAX) {
        return NULL;
    }
    if (tokens > PY_SSIZE_T_MAX / MOST_TAGS) {
        return PyErr_NoMemory();
    }
    if (!array(total, &rows, PyBUF_WRITABLE, FLOATS, (Py_ssize_t)(tokens * self->all.tags))) {
        return NULL;
    }
    size_t *numbers = malloc((tokens + 1) * sizeof(size_t));
    int done = numbers != NULL;
    for (size_t i = 0; done && i < tokens; i++) {
        numbers[i] = number_of(self, PyList_GetItem(words, (Py_ssize_t)i));
        done = numbers[i] != SIZE_MAX;
    }
    Taken taken;
    done = done && taken_fill(&taken, &told, self->words, numbers, tokens);
    if (done) {
        done = lines_scores(&self->all, taken.lines, taken.count, self->words[first].word, rows.buf);
        taken_let_go(&taken);
    }
    free(numbers);
    PyBuffer_Release(&rows);
    if (!done) {
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

static PyMethodDef scores_methods[] = {
    {"count", (PyCFunction)scores_count, METH_NOARGS, "How many words are kept."},
    {"forget", (PyCFunction)scores_forget, METH_NOARGS, "Forget all words."},
    {"score", (PyCFunction)scores_score, METH_VARARGS, "Fill in the scores of the tokens of lines."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot scores_slots[] = {
    {Py_tp_doc, "The scores of words and lines by the weights of a model."},
    {Py_tp_new, scores_new},
    {Py_tp_dealloc, scores_dealloc},
    {Py_tp_methods, scores_methods},
    {0, NULL},
};

PyType_Spec scores_spec = {"deid_studio.kernel.native.Scores", sizeof(Scores), 0, Py_TPFLAGS_DEFAULT,
                                  scores_slots};
