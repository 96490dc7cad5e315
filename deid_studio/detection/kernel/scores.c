/* The type `Scores`: the scores of words and lines by the weights of a model. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "places.h"

typedef struct {
    PyObject_HEAD
    Attributes all;
    Word **words;
    size_t count, room;
} Scores;

static void forget(Scores *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->words[i]);
    }
    self->count = 0;
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

/* Copies the names into one stretch of memory. */
static int take_names(Attributes *all, PyObject *list)
{
    size_t count = 0, size = 0;
    Piece *names = pieces(list, &count);
    if (names == NULL) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        size += names[i].size;
    }
    all->count = (uint32_t)count;
    all->names = malloc(size + 1);
    all->begins = malloc((count + 1) * sizeof(size_t));
    int done = count < NO_ATTRIBUTE / 4 && all->names != NULL && all->begins != NULL;
    for (size_t i = 0, at = 0; done && i <= count; i++) {
        all->begins[i] = at;
        if (i < count) {
            memcpy(all->names + at, names[i].text, names[i].size);
            at += names[i].size;
        }
    }
    free(names);
    return done ? 1 : (PyErr_NoMemory(), 0);
}

/* Copies the weights: those of attribute `a` are `firsts[a] .. firsts[a + 1]`, with their tags. */
static int take_weights(Attributes *all, const Py_buffer *firsts, const Py_buffer *tags, const Py_buffer *weights)
{
    const uint32_t *first = firsts->buf;
    const uint16_t *tag = tags->buf;
    size_t count = (size_t)weights->len / sizeof(float);
    int right = first[0] == 0 && first[all->count] == count;
    for (uint32_t a = 0; right && a < all->count; a++) {
        right = first[a] <= first[a + 1];
    }
    for (size_t i = 0; right && i < count; i++) {
        right = tag[i] < all->tags;
    }
    if (!right) {
        PyErr_SetString(PyExc_ValueError, "weights that point outside their tables");
        return 0;
    }
    all->firsts = malloc((size_t)firsts->len);
    all->tag = malloc((size_t)tags->len + 1);
    all->weight = malloc((size_t)weights->len + 1);
    if (all->firsts == NULL || all->tag == NULL || all->weight == NULL) {
        return PyErr_NoMemory(), 0;
    }
    memcpy(all->firsts, firsts->buf, (size_t)firsts->len);
    memcpy(all->tag, tags->buf, (size_t)tags->len);
    memcpy(all->weight, weights->buf, (size_t)weights->len);
    return 1;
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
    Py_buffer first, column, weight;
    int done = 0;
    if (take_names(&self->all, names) && array(firsts, &first, 0, WHOLES, (Py_ssize_t)self->all.count + 1)) {
        if (array(weights, &weight, 0, FLOATS, -1)) {
            if (array(columns, &column, 0, SHORTS, weight.len / 4)) {
                done = take_weights(&self->all, &first, &column, &weight);
                PyBuffer_Release(&column);
            }
            PyBuffer_Release(&weight);
        }
        PyBuffer_Release(&first);
    }
    int indexed = done ? attributes_index(&self->all) : 0;
    if (indexed != 1) {
        if (done) {
            PyErr_SetString(indexed ? PyExc_ValueError : PyExc_MemoryError, "an attribute occurs twice");
        }
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

/* A word with room for its scores (0) and its texts. */
static Word *word_of(const Attributes *all, const Piece *texts, unsigned marks, Piece distant)
{
    size_t scores = OFFSETS * all->tags * sizeof(float), size = 0;
    for (size_t i = 0; i < 5; i++) {
        size += texts[i].size;
    }
    Word *word = calloc(1, sizeof(Word) + scores + size);
    if (word == NULL) {
        return NULL;
    }
    word->scores = (float *)(word + 1);
    char *end = (char *)word->scores + scores;
    Piece *own[] = {&word->normal, &word->shape, &word->short_shape, &word->folded, &word->cue};
    for (size_t i = 0; i < 5; i++) {
        memcpy(end, texts[i].text, texts[i].size);
        *own[i] = (Piece){end, texts[i].size};
        end += texts[i].size;
    }
    word->marks = marks;
    word->distants = distant.size;
    memcpy(word->distant, distant.text, distant.size);
    return word;
}

/* add_word((normal, shape, short_shape, folded, cue), marks, distant, features): the number of the word. */
static PyObject *scores_add_word(Scores *self, PyObject *args)
{
    PyObject *text[5], *far, *tiers[TIERS];
    unsigned marks;
    if (!PyArg_ParseTuple(args, "(SSSSS)IS(OOOO)", &text[0], &text[1], &text[2], &text[3], &text[4], &marks, &far,
                          &tiers[0], &tiers[1], &tiers[2], &tiers[3])) {
        return NULL;
    }
    Piece texts[5], distant, *features[TIERS] = {NULL};
    size_t sizes[TIERS] = {0};
    int right = piece(far, &distant);
    for (size_t i = 0; right && i < 5; i++) {
        right = piece(text[i], &texts[i]);
    }
    for (size_t i = 0; right && i < TIERS; i++) {
        features[i] = pieces(tiers[i], &sizes[i]);
        right = features[i] != NULL;
    }
    for (size_t i = 0; right && i < distant.size; i++) {
        if (distant.size > DISTANT || (unsigned char)distant.text[i] >= DISTANT) {
            PyErr_SetString(PyExc_ValueError, "an unknown kind of distant word");
            right = 0;
        }
    }
    if (right && self->count == self->room) {
        size_t room = self->room ? 2 * self->room : 1024;
        Word **words = realloc(self->words, room * sizeof(Word *));
        if (words != NULL) {
            self->words = words;
            self->room = room;
        }
    }
    Word *word = NULL;
    if (right) {
        word = self->count < self->room ? word_of(&self->all, texts, marks, distant) : NULL;
        if (word == NULL) {
            PyErr_NoMemory();
        } else {
            word_scores(&self->all, (const Piece *const *)features, sizes, word->scores);
            self->words[self->count++] = word;
        }
    }
    for (size_t i = 0; i < TIERS; i++) {
        free(features[i]);
    }
    return word == NULL ? NULL : PyLong_FromSize_t(self->count - 1);
}

/* All memory that a line needs, and its parts. */
typedef struct {
    Line line;
    const Word **words;
    int64_t *starts, *ends;
    Field *fields;
    Known *known;
    Piece **tags; /* of each token that has some */
} Taken;

static void taken_free(Taken *taken)
{
    for (size_t i = 0; taken->tags != NULL && i < taken->line.count; i++) {
        free(taken->tags[i]);
    }
    free(taken->words);
    free(taken->starts);
    free(taken->ends);
    free(taken->fields);
    free(taken->known);
    free(taken->tags);
}

static int take_tokens(Taken *taken, const Scores *self, PyObject *words, PyObject *starts, PyObject *ends,
                       PyObject *facts)
{
    size_t count = taken->line.count;
    for (size_t i = 0; i < count; i++) {
        PyObject *number = PyList_GetItem(words, (Py_ssize_t)i);
        size_t at = PyLong_AsSize_t(number);
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
        PyObject *fact = PyDict_GetItemWithError(facts, number);
        if (fact != NULL) {
            PyObject *value;
            Known *known = &taken->known[i];
            if (!PyArg_ParseTuple(fact, "Opp", &value, &known->is_lower, &known->is_mail)) {
                return 0;
            }
            known->is_value = value != Py_None;
            if (known->is_value && !piece(value, &known->value)) {
                return 0;
            }
        } else if (PyErr_Occurred()) {
            return 0;
        }
    }
    return 1;
}

static int take_fields(Taken *taken, PyObject *fields)
{
    for (size_t i = 0; i < taken->line.fields_count; i++) {
        PyObject *label;
        Py_ssize_t start, colon, end;
        PyObject *field = PyList_GetItem(fields, (Py_ssize_t)i);
        if (!PyArg_ParseTuple(field, "Snnn", &label, &start, &colon, &end)) {
            return 0;
        }
        if (start < 0 || colon < start || end < colon || !piece(label, &taken->fields[i].label)) {
            PyErr_SetString(PyExc_ValueError, "a field that ends before it begins");
            return 0;
        }
        taken->fields[i].start = (size_t)start;
        taken->fields[i].colon = (size_t)colon;
        taken->fields[i].end = (size_t)end;
    }
    return 1;
}

static int take_tags(Taken *taken, PyObject *tags)
{
    for (size_t i = 0; i < taken->line.count && tags != Py_None; i++) {
        PyObject *own = PyList_GetItem(tags, (Py_ssize_t)i);
        if (own == NULL) {
            return 0;
        }
        taken->tags[i] = pieces(own, &taken->known[i].tags_count);
        taken->known[i].tags = taken->tags[i];
        if (taken->tags[i] == NULL) {
            return 0;
        }
    }
    return 1;
}

/* add_line(total, first, words, starts, ends, fields, tags, facts, section, position, neighbours): fills the rows of
   `total`, from `first` on, of a line's tokens. */
static PyObject *scores_add_line(Scores *self, PyObject *args)
{
    PyObject *total, *words, *starts, *ends, *fields, *tags, *facts, *section, *position, *neighbours;
    Py_ssize_t first;
    if (!PyArg_ParseTuple(args, "OnO!O!O!O!OO!SSO", &total, &first, &PyList_Type, &words, &PyList_Type, &starts,
                          &PyList_Type, &ends, &PyList_Type, &fields, &tags, &PyDict_Type, &facts, &section, &position,
                          &neighbours)) {
        return NULL;
    }
    Py_buffer rows;
    if (!array(total, &rows, PyBUF_WRITABLE, FLOATS, -1)) {
        return NULL;
    }
    Py_ssize_t count = PyList_Size(words), row = (Py_ssize_t)(self->all.tags * sizeof(float));
    Taken taken = {.line = {.count = (size_t)count, .fields_count = (size_t)PyList_Size(fields)}};
    int done = 0;
    if (PyList_Size(starts) != count || PyList_Size(ends) != count || first < 0 || rows.len % row != 0 ||
        count > rows.len / row - first || self->count == 0 ||
        !(tags == Py_None || (PyList_Check(tags) && PyList_Size(tags) == count))) {
        PyErr_SetString(PyExc_ValueError, "a line that does not fit, or no word for its ends");
        goto end;
    }
    taken.words = calloc((size_t)count + 1, sizeof(Word *));
    taken.starts = calloc((size_t)count + 1, sizeof(int64_t));
    taken.ends = calloc((size_t)count + 1, sizeof(int64_t));
    taken.fields = calloc(taken.line.fields_count + 1, sizeof(Field));
    taken.known = calloc((size_t)count + 1, sizeof(Known));
    taken.tags = calloc((size_t)count + 1, sizeof(Piece *));
    if (taken.words == NULL || taken.starts == NULL || taken.ends == NULL || taken.fields == NULL ||
        taken.known == NULL || taken.tags == NULL) {
        PyErr_NoMemory();
        goto end;
    }
    Line *line = &taken.line;
    if (!piece(section, &line->section) || !piece(position, &line->position) ||
        (neighbours != Py_None && !piece(neighbours, &line->neighbours)) ||
        !take_tokens(&taken, self, words, starts, ends, facts) || !take_fields(&taken, fields) ||
        !take_tags(&taken, tags)) {
        goto end;
    }
    line->words = taken.words;
    line->starts = taken.starts;
    line->ends = taken.ends;
    line->fields = taken.fields;
    line->known = taken.known;
    done = line_scores(&self->all, line, self->words[0], (float *)rows.buf + (size_t)first * self->all.tags);
    if (!done) {
        PyErr_NoMemory();
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
    {"add_line", (PyCFunction)scores_add_line, METH_VARARGS, "Fill in the scores of a line's tokens."},
    {"add_word", (PyCFunction)scores_add_word, METH_VARARGS, "Keep a word with its scores; its number."},
    {"forget", (PyCFunction)scores_forget, METH_NOARGS, "Forget all words."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot scores_slots[] = {
    {Py_tp_doc, "The scores of words and lines by the weights of a model; word 0 stands beyond the ends of lines."},
    {Py_tp_new, scores_new},
    {Py_tp_dealloc, scores_dealloc},
    {Py_tp_methods, scores_methods},
    {0, NULL},
};

PyType_Spec scores_spec = {"deid_studio.detection.kernel.native.Scores", sizeof(Scores), 0, Py_TPFLAGS_DEFAULT,
                                  scores_slots};
