/* The function `folded_pieces`: the pieces of a text in Latin-1 (pieces.py), folded. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

enum { LETTER = 2, CAPITAL = 4, SMALL = 8, SHOWN = 64 }; /* kinds of signs (latin.py) */

#define SIGNS 256
#define LEAST_SMALL 3 /* letters of a word that is run together with the capitals before it */

typedef struct {
    const uint8_t *text, *kinds, *folds;
    size_t length;
} Text;

/* Where signs of a kind end that are of no other kind. */
static size_t run_end(const Text *of, size_t at, int kind, int other)
{
    while (at < of->length && of->kinds[of->text[at]] & kind && !(of->kinds[of->text[at]] & other)) {
        at++;
    }
    return at;
}

/* Where an age unit ends that is run together with a word; 0 where none is. */
static size_t age_end(const Text *of, size_t at)
{
    static const char *const AGES[] = {"a\361os", "meses", "d\355as"}; /* años, meses, días */
    for (size_t i = 0; i < sizeof AGES / sizeof AGES[0]; i++) {
        size_t size = strlen(AGES[i]);
        if (of->length - at > size + 1 && !memcmp(&of->text[at], AGES[i], size) &&
            of->kinds[of->text[at + size]] & SMALL && of->kinds[of->text[at + size + 1]] & SMALL) {
            return at + size;
        }
    }
    return 0;
}

static size_t piece_end(const Text *of, size_t at)
{
    size_t capitals = run_end(of, at, CAPITAL, 0), age;
    if (capitals - at > 1 && run_end(of, capitals, SMALL, 0) - capitals >= LEAST_SMALL) {
        return capitals - 1;
    }
    if (capitals == at && (age = age_end(of, at))) {
        return age;
    }
    size_t letters = run_end(of, capitals, LETTER, CAPITAL);
    if (letters > at) {
        return letters;
    }
    size_t end = at;
    while (end < of->length && of->text[end] - (unsigned)'0' < 10) {
        end++;
    }
    return end > at ? end : at + 1;
}

PyObject *folded_pieces_of(PyObject *module, PyObject *args)
{
    PyObject *texts[3];
    Piece text, kinds, folds;
    if (!PyArg_ParseTuple(args, "OOO", &texts[0], &texts[1], &texts[2]) || !piece(texts[0], &text) ||
        !piece(texts[1], &kinds) || !piece(texts[2], &folds)) {
        return NULL;
    }
    if (kinds.size != SIGNS || folds.size != SIGNS) {
        return PyErr_Format(PyExc_ValueError, "no table of %d signs", SIGNS);
    }
    Text of = {(const uint8_t *)text.text, (const uint8_t *)kinds.text, (const uint8_t *)folds.text, text.size};
    char *folded = malloc(text.size + 1);
    PyObject *found = folded != NULL ? PyList_New(0) : PyErr_NoMemory();
    for (size_t i = 0; found != NULL && i < text.size; i++) {
        folded[i] = (char)of.folds[of.text[i]];
    }
    for (size_t at = 0, end; found != NULL && at < text.size; at = end) {
        end = at + 1;
        if (of.kinds[of.text[at]] & SHOWN) {
            end = piece_end(&of, at);
            PyObject *one = PyUnicode_DecodeLatin1(&folded[at], (Py_ssize_t)(end - at), NULL);
            if (one == NULL || PyList_Append(found, one) < 0) {
                Py_CLEAR(found);
            }
            Py_XDECREF(one);
        }
    }
    free(folded);
    return found;
}
