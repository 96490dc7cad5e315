/* The type `Chain`: what the tags of sequences are by the transitions of a model. */
#include "arguments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"

typedef struct {
    PyObject_HEAD
    size_t tags;
    double *step;    /* odds of the ways between tags */
    int64_t *inside; /* the tag that goes on the span that a tag begins, -1 where none does */
    Ways ways;
    Search search;
} Chain;

/* Sequences one after the other, and what is reckoned of their tokens, `(tokens, tags)` but for `scale`. */
typedef struct {
    Py_buffer view[5];
    int held;
    size_t tokens, count, *lengths;
    const float *scores;
    double *odds, *forward, *backward, *scale;
} Sequences;

static void chain_dealloc(Chain *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    free(self->step);
    free(self->inside);
    free((void *)self->search.transitions);
    free(self->search.least);
    ways_let_go(&self->ways);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* The numbers of a list of `count`, each from -1 to below `count`; 0 and an exception when they are others. */
static int take_inside(Chain *self, PyObject *list)
{
    for (size_t tag = 0; tag < self->tags; tag++) {
        PyObject *one = PyList_GetItem(list, (Py_ssize_t)tag);
        int64_t own = one != NULL ? PyLong_AsLongLong(one) : -1;
        if (PyErr_Occurred() == NULL && (own < -1 || own >= (int64_t)self->tags)) {
            PyErr_SetString(PyExc_ValueError, "a tag that is none");
        }
        if (PyErr_Occurred() != NULL) {
            return 0;
        }
        self->inside[tag] = own;
    }
    return 1;
}

/* Copies what is reckoned with; 0, and no exception but of tags, when memory is short. */
static int fill_chain(Chain *self, const double *transitions, const double *step, PyObject *inside)
{
    size_t tags = self->tags, size = tags * tags * sizeof(double);
    double *own = malloc(size);
    self->search.transitions = own;
    self->search.least = malloc(2 * tags * sizeof(double));
    self->step = malloc(size);
    self->inside = malloc(tags * sizeof(int64_t));
    if (own == NULL || self->search.least == NULL || self->step == NULL || self->inside == NULL) {
        return 0;
    }
    memcpy(own, transitions, size);
    memcpy(self->step, step, size);
    self->search.most = self->search.least + tags;
    self->search.tags = tags;
    search_begin(&self->search);
    return ways_list(&self->ways, self->step, tags) && take_inside(self, inside);
}

/* Chain(transitions, step, outside, inside) */
static PyObject *chain_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *transitions, *step, *inside;
    Py_ssize_t outside;
    Py_buffer first, second;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "OOnO!", &transitions, &step, &outside, &PyList_Type, &inside)) {
        return NULL;
    }
    Py_ssize_t tags = PyList_Size(inside);
    if (tags < 1 || tags > MOST_TAGS || outside < 0 || outside >= tags) {
        return PyErr_Format(PyExc_ValueError, "%zd tags, or a tag that is none", tags);
    }
    Chain *self = (Chain *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->tags = (size_t)tags;
    self->search.outside = (size_t)outside;
    int done = 0;
    if (array(transitions, &first, 0, DOUBLES, tags * tags)) {
        if (array(step, &second, 0, DOUBLES, tags * tags)) {
            done = fill_chain(self, first.buf, second.buf, inside);
            PyBuffer_Release(&second);
        }
        PyBuffer_Release(&first);
    }
    if (!done) {
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    return (PyObject *)self;
}

/* Lets go of all: `found` when it is there, else an exception, of memory when there is none yet. */
static PyObject *let_go(Sequences *of, PyObject *found)
{
    free(of->lengths);
    while (of->held > 0) {
        PyBuffer_Release(&of->view[--of->held]);
    }
    return found != NULL || PyErr_Occurred() ? found : PyErr_NoMemory();
}

/* The lengths of sequences that have `tokens` tokens together; an exception and 0 when they have not. */
static int take_lengths(Sequences *of, PyObject *list)
{
    of->count = (size_t)PyList_Size(list);
    of->lengths = malloc((of->count + 1) * sizeof(size_t));
    if (of->lengths == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    size_t left = of->tokens;
    for (size_t i = 0; i < of->count; i++) {
        size_t own = PyLong_AsSize_t(PyList_GetItem(list, (Py_ssize_t)i));
        if (PyErr_Occurred() != NULL) {
            return 0;
        }
        if (own > left) {
            left = 1;
            break;
        }
        of->lengths[i] = own;
        left -= own;
    }
    if (left) {
        PyErr_SetString(PyExc_ValueError, "lengths that are not those of the tokens");
    }
    return left == 0;
}

/* Holds (scores, lengths, odds, forward, backward, scale), of which those from `written` on may be written; an
   exception and 0 when they do not fit. */
static int hold(Sequences *of, const Chain *self, PyObject *const *objects, PyObject *lengths, int written)
{
    *of = (Sequences){.held = 0};
    Py_ssize_t cells = -1, tags = (Py_ssize_t)self->tags;
    for (int i = 0; i < 5; i++) {
        if (!array(objects[i], &of->view[i], i >= written ? PyBUF_WRITABLE : 0, i ? DOUBLES : FLOATS,
                   i < 4 ? cells : cells / tags)) {
            return 0;
        }
        of->held++;
        cells = i ? cells : of->view[0].len / FLOATS.size;
        if (cells % tags) {
            PyErr_SetString(PyExc_ValueError, "an array of another shape than (tokens, tags)");
            return 0;
        }
    }
    of->tokens = (size_t)(cells / tags);
    of->scores = of->view[0].buf;
    of->odds = of->view[1].buf;
    of->forward = of->view[2].buf;
    of->backward = of->view[3].buf;
    of->scale = of->view[4].buf;
    return take_lengths(of, lengths);
}

#define ARRAYS "OO!OOOO"

/* odds(scores, odds): fills the last with what each tag's score is beside the highest one of its token. */
static PyObject *chain_odds(Chain *self, PyObject *args)
{
    PyObject *object[2];
    Py_buffer scores, odds;
    if (!PyArg_ParseTuple(args, "OO", &object[0], &object[1]) || !array(object[0], &scores, 0, FLOATS, -1)) {
        return NULL;
    }
    size_t cells = (size_t)(scores.len / FLOATS.size), tags = self->tags;
    int fits = array(object[1], &odds, PyBUF_WRITABLE, DOUBLES, (Py_ssize_t)cells);
    if (fits && cells % tags) {
        PyErr_SetString(PyExc_ValueError, "an array of another shape than (tokens, tags)");
    } else if (fits) {
        for (size_t at = 0; at < cells; at += tags) {
            beside_highest((const float *)scores.buf + at, tags, (double *)odds.buf + at);
        }
    }
    if (fits) {
        PyBuffer_Release(&odds);
    }
    PyBuffer_Release(&scores);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

/* posterior(scores, lengths, odds, forward, backward, scale): fills the last three, and gives odds their floor. */
static PyObject *chain_posterior(Chain *self, PyObject *args)
{
    PyObject *object[5], *lengths;
    Sequences of;
    if (!PyArg_ParseTuple(args, ARRAYS, &object[0], &PyList_Type, &lengths, &object[1], &object[2], &object[3],
                          &object[4])) {
        return NULL;
    }
    double *spare = malloc(self->tags * sizeof(double));
    int done = hold(&of, self, object, lengths, 1) && spare != NULL;
    for (size_t i = 0, token = 0; done && i < of.count; token += of.lengths[i++]) {
        size_t cell = token * self->tags;
        forward_backward(&self->ways, of.lengths[i], of.odds + cell, of.forward + cell, of.backward + cell,
                         of.scale + token, spare);
    }
    free(spare);
    return let_go(&of, done ? Py_NewRef(Py_None) : NULL);
}

/* The probability that tokens [first, last] of a sequence, which ends before token `end`, are exactly one span. */
static double chance_of(const Chain *self, const Sequences *of, size_t first, size_t last, size_t end, size_t tag)
{
    size_t tags = self->tags;
    int64_t inside = self->inside[tag];
    double value = of->forward[first * tags + tag], rest = 0;
    for (size_t token = first + 1; token <= last; token++) {
        value *= self->step[tag * tags + (size_t)inside] * of->odds[token * tags + (size_t)inside] / of->scale[token];
        tag = (size_t)inside;
    }
    if (last + 1 == end) {
        return fmin(value * of->backward[last * tags + tag], 1);
    }
    const double *step = self->step + tag * tags, *odds = of->odds + (last + 1) * tags;
    const double *backward = of->backward + (last + 1) * tags;
    for (size_t next = 0; next < tags; next++) {
        rest += (int64_t)next == inside ? 0 : step[next] * odds[next] * backward[next];
    }
    return fmin(fmax(value * rest / of->scale[last + 1], 0), 1);
}

/* Adds the spans of a sequence, whose tokens from `start` on have these tags, to a list; 0 when memory is short. */
static int add_spans(const Chain *self, const Sequences *of, size_t number, size_t start, const int64_t *tags,
                     PyObject *found)
{
    size_t length = of->lengths[number];
    for (size_t first = 0, last; first < length; first = last + 1) {
        size_t tag = (size_t)tags[first];
        for (last = first; last + 1 < length && tags[last + 1] == self->inside[tag]; last++) {
        }
        if (tag != self->search.outside) {
            double chance = chance_of(self, of, start + first, start + last, start + length, tag);
            PyObject *one = Py_BuildValue("nnnnd", (Py_ssize_t)number, (Py_ssize_t)first, (Py_ssize_t)last,
                                          (Py_ssize_t)tag, chance);
            int added = one != NULL && PyList_Append(found, one) == 0;
            Py_XDECREF(one);
            if (!added) {
                return 0;
            }
        }
    }
    return 1;
}

/* spans(scores, lengths, odds, forward, backward, scale, least): (sequence, first and last token of it, the tag that it
   begins with, chance) of each span in the best tags, searched only between tokens that are outside with a probability
   of `least`. */
static PyObject *chain_spans(Chain *self, PyObject *args)
{
    PyObject *object[5], *lengths;
    double least;
    Sequences of;
    if (!PyArg_ParseTuple(args, ARRAYS "d", &object[0], &PyList_Type, &lengths, &object[1], &object[2], &object[3],
                          &object[4], &least)) {
        return NULL;
    }
    int done = hold(&of, self, object, lengths, 5);
    int64_t *chosen = done ? malloc((of.tokens + 1) * sizeof(int64_t)) : NULL;
    char *sure = done ? malloc(of.tokens + 1) : NULL;
    PyObject *found = chosen != NULL && sure != NULL ? PyList_New(0) : NULL;
    done = found != NULL;
    for (size_t token = 0, cell = self->search.outside; done && token < of.tokens; token++, cell += self->tags) {
        sure[token] = of.forward[cell] * of.backward[cell] >= least;
    }
    for (size_t i = 0, token = 0; done && i < of.count; token += of.lengths[i++]) {
        Search search = self->search;
        search.scores = of.scores + token * self->tags;
        search.sure = sure + token;
        done = memchr(search.sure, 0, of.lengths[i]) == NULL ||
               (best_between(&search, of.lengths[i], chosen) && add_spans(self, &of, i, token, chosen, found));
    }
    free(chosen);
    free(sure);
    if (!done) {
        Py_CLEAR(found);
    }
    return let_go(&of, found);
}

static PyMethodDef chain_methods[] = {
    {"odds", (PyCFunction)chain_odds, METH_VARARGS, "Fill in what scores are beside the highest of their token."},
    {"posterior", (PyCFunction)chain_posterior, METH_VARARGS, "Fill in forward and backward values and scales."},
    {"spans", (PyCFunction)chain_spans, METH_VARARGS, "The spans in the best tags, with their chances."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot chain_slots[] = {
    {Py_tp_doc, "What the tags of sequences are by the transitions of a model."},
    {Py_tp_new, chain_new},
    {Py_tp_dealloc, chain_dealloc},
    {Py_tp_methods, chain_methods},
    {0, NULL},
};

PyType_Spec chain_spec = {"deid_studio.kernel.native.Chain", sizeof(Chain), 0, Py_TPFLAGS_DEFAULT,
                          chain_slots};
