/* network_values, network_scores, network_shares and network_is_fast, as Python calls them. */
#include "arguments.h"

#include <stdlib.h>

#include "network.h"

#define WIDEST 1024

static const Type BYTES = {"b", 1}, NUMBERS = {"il", 4}, TRUTHS = {"?", 1};

/* A table of rows; how many it has. */
static const float *rows(Held *held, PyObject *object, size_t width, Py_ssize_t *count)
{
    const float *found = held_array(held, object, FLOATS, 0, -1);
    *count = found == NULL ? 0 : held_size(held) / (Py_ssize_t)width;
    return found;
}

/* Whether all of some numbers are those of rows of a table. */
static int within(const int32_t *numbers, Py_ssize_t count, Py_ssize_t rows_there)
{
    int32_t least = 0, most = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        least = numbers[i] < least ? numbers[i] : least;
        most = numbers[i] > most ? numbers[i] : most;
    }
    return least >= 0 && most < rows_there;
}

/* A layer of (weights, lifted, factors, bias, gain, step, dilation); 0 and an exception when it is none. */
static int layer_of(Held *held, PyObject *given, Py_ssize_t width, Layer *layer)
{
    PyObject *object[5];
    double step;
    Py_ssize_t dilation;
    if (!PyArg_ParseTuple(given, "OOOOOdn", &object[0], &object[1], &object[2], &object[3], &object[4], &step,
                          &dilation)) {
        return 0;
    }
    layer->weights = held_array(held, object[0], BYTES, 0, 6 * width * width);
    layer->lifted = held_array(held, object[1], NUMBERS, 0, 2 * width);
    layer->factors = held_array(held, object[2], FLOATS, 0, 2 * width);
    layer->bias = held_array(held, object[3], FLOATS, 0, 2 * width);
    layer->gain = held_array(held, object[4], FLOATS, 0, width);
    layer->step = (float)step;
    layer->dilation = (size_t)dilation;
    if (PyErr_Occurred() == NULL && (!(layer->step > 0) || dilation < 1 || dilation > WIDEST)) {
        PyErr_SetString(PyExc_ValueError, "no layer");
    }
    return PyErr_Occurred() == NULL;
}

/* What is handed in, held; 0 and an exception when it is not what it should be. */
static int hold_all(Held *held, PyObject *args, Seen *seen, Places *places, Layer *layers, size_t *depth,
                    float **values, int *tiles)
{
    PyObject *table[6], *of_place[4], *list, *into;
    if (!PyArg_ParseTuple(args, "(OOOOOO)O!(OOOO)O|p", &table[0], &table[1], &table[2], &table[3], &table[4], &table[5],
                          &PyList_Type, &list, &of_place[0], &of_place[1], &of_place[2], &of_place[3], &into, tiles)) {
        return 0;
    }
    seen->gain = held_array(held, table[4], FLOATS, 0, -1);
    Py_ssize_t width = held_size(held), words, shapes, parts, marks;
    if (seen->gain == NULL || width < ABREAST || width > WIDEST || width % ABREAST || PyList_Size(list) > MOST_LAYERS) {
        PyErr_SetString(PyExc_ValueError, "a network of a form that is not reckoned here");
        return 0;
    }
    seen->width = (size_t)width;
    seen->shift = held_array(held, table[5], FLOATS, 0, width);
    seen->words = rows(held, table[0], seen->width, &words);
    seen->shapes = rows(held, table[1], seen->width, &shapes);
    seen->parts = rows(held, table[2], seen->width, &parts);
    seen->marks = rows(held, table[3], seen->width, &marks);
    places->words = held_array(held, of_place[0], NUMBERS, 0, -1);
    Py_ssize_t count = held_size(held);
    places->count = (size_t)count;
    places->shapes = held_array(held, of_place[1], NUMBERS, 0, count);
    places->parts = held_array(held, of_place[2], NUMBERS, 0, count * PARTS);
    places->marks = held_array(held, of_place[3], TRUTHS, 0, count * marks);
    seen->marks_count = (size_t)marks;
    *values = held_array(held, into, FLOATS, PyBUF_WRITABLE, count * width);
    *depth = (size_t)PyList_Size(list);
    for (size_t i = 0; PyErr_Occurred() == NULL && i < *depth; i++) {
        layer_of(held, PyList_GetItem(list, (Py_ssize_t)i), width, &layers[i]);
    }
    if (PyErr_Occurred() == NULL && !(within(places->words, count, words) && within(places->shapes, count, shapes) &&
                                      within(places->parts, count * PARTS, parts))) {
        PyErr_SetString(PyExc_ValueError, "a row that no table has");
    }
    return PyErr_Occurred() == NULL;
}

PyObject *network_values_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    Held held = {.count = 0};
    Seen seen;
    Places places;
    Layer layers[MOST_LAYERS];
    size_t depth;
    float *values;
    int tiles = 1;
    if (hold_all(&held, args, &seen, &places, layers, &depth, &values, &tiles)) {
        int done;
        Py_BEGIN_ALLOW_THREADS
        done = network_values(&seen, layers, depth, &places, values, tiles);
        Py_END_ALLOW_THREADS
        if (!done) {
            PyErr_NoMemory();
        }
    }
    held_release(&held);
    return PyErr_Occurred() == NULL ? Py_NewRef(Py_None) : NULL;
}

PyObject *network_scores_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    Held held = {.count = 0};
    PyObject *weights, *bias, *values, *scores;
    Py_ssize_t tags;
    if (!PyArg_ParseTuple(args, "OOOnO", &weights, &bias, &values, &tags, &scores)) {
        return NULL;
    }
    Out out = {.weights = held_array(&held, weights, FLOATS, 0, -1)};
    Py_ssize_t items = held_size(&held), width = items / TAGS;
    if (PyErr_Occurred() == NULL && (!network_is_fast() || tags < 1 || tags > TAGS || items % TAGS || width < 1)) {
        PyErr_SetString(PyExc_ValueError, "scores of a form that is not reckoned here");
    }
    out.bias = held_array(&held, bias, FLOATS, 0, TAGS);
    const float *of_places = held_array(&held, values, FLOATS, 0, -1);
    Py_ssize_t count = PyErr_Occurred() == NULL ? held_size(&held) / width : 0;
    if (PyErr_Occurred() == NULL && held_size(&held) % width) {
        PyErr_SetString(PyExc_ValueError, "values of another width");
    }
    float *into = held_array(&held, scores, FLOATS, PyBUF_WRITABLE, count * tags);
    if (PyErr_Occurred() == NULL) {
        out.width = (size_t)width;
        out.tags = (size_t)tags;
        Py_BEGIN_ALLOW_THREADS
        network_scores(&out, of_places, (size_t)count, into);
        Py_END_ALLOW_THREADS
    }
    held_release(&held);
    return PyErr_Occurred() == NULL ? Py_NewRef(Py_None) : NULL;
}

PyObject *network_shares_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    Held held = {.count = 0};
    PyObject *given;
    Py_ssize_t tags;
    if (!PyArg_ParseTuple(args, "On", &given, &tags)) {
        return NULL;
    }
    float *odds = held_array(&held, given, FLOATS, PyBUF_WRITABLE, -1);
    if (PyErr_Occurred() == NULL && (tags < 1 || held_size(&held) % tags)) {
        PyErr_SetString(PyExc_ValueError, "odds of other tags");
    }
    if (PyErr_Occurred() == NULL) {
        network_shares(odds, (size_t)(held_size(&held) / tags), (size_t)tags);
    }
    held_release(&held);
    return PyErr_Occurred() == NULL ? Py_NewRef(Py_None) : NULL;
}

PyObject *network_is_fast_of(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    return PyBool_FromLong(network_is_fast());
}
