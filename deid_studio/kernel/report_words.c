/* The function `report_words`: the words of a report in Latin-1, folded, cut where words are run together. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1, LETTER = 2, CAPITAL = 4, SMALL = 8, NUMBER = 16 }; /* kinds of signs (report_words.py) */

#define SIGNS 256
#define SOFT_HYPHEN 0xAD

typedef struct {
    size_t start, end;
} Word;

/* What was cut: the first word and the last one. */
typedef struct {
    size_t first, last;
} Cut;

typedef struct {
    const uint8_t *text, *kinds, *folds;
    Word *words;
    Cut *cuts;
    char *folded; /* of what is told just now */
    size_t count, cuts_count;
} Report;

static int is(const Report *of, size_t at, int kind) { return of->kinds[of->text[at]] & kind; }

static int are(const Report *of, size_t at, size_t count, int kind)
{
    while (count && is(of, at, kind)) {
        at++, count--;
    }
    return !count;
}

/* Whether a chunk is cut at a place in it, as _SEAM (report_words.py) says. */
static int is_seam(const Report *of, size_t start, size_t at, size_t end)
{
    if (is(of, at, CAPITAL)) {
        return is(of, at - 1, SMALL) ||
               (at - start > 1 && end - at > 3 && are(of, at - 2, 2, CAPITAL) && are(of, at + 1, 3, SMALL)) ||
               (at - start > 1 && are(of, at - 2, 2, NUMBER));
    }
    if (is(of, at, LETTER)) {
        return at - start > 1 && are(of, at - 2, 2, NUMBER);
    }
    return is(of, at - 1, LETTER) && end - at > 1 && are(of, at, 2, NUMBER);
}

static void take_chunk(Report *of, size_t start, size_t end)
{
    size_t first = of->count, begin = start;
    for (size_t at = start + 1; at < end; at++) {
        if (is_seam(of, start, at, end)) {
            of->words[of->count++] = (Word){begin, at};
            begin = at;
        }
    }
    of->words[of->count++] = (Word){begin, end};
    if (begin > start) {
        of->cuts[of->cuts_count++] = (Cut){first, of->count - 1};
    }
}

static PyObject *folded(Report *of, size_t start, size_t end)
{
    size_t size = 0;
    for (size_t at = start; at < end; at++) {
        of->folded[size] = (char)of->folds[of->text[at]];
        size += of->text[at] != SOFT_HYPHEN;
    }
    return PyUnicode_DecodeLatin1(of->folded, (Py_ssize_t)size, NULL);
}

/* Where words begin, or end: bytes of as many `unsigned int`. */
static PyObject *places_of_words(const Report *of, int ends)
{
    PyObject *found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(of->count * sizeof(unsigned)));
    char *to = found != NULL ? PyBytes_AsString(found) : NULL;
    for (size_t i = 0; to != NULL && i < of->count; i++) {
        unsigned place = (unsigned)(ends ? of->words[i].end : of->words[i].start);
        memcpy(to + i * sizeof place, &place, sizeof place);
    }
    return found;
}

enum { FOLDED, CAPITALS, CUTS };

static PyObject *of_cut(Report *of, const Cut *cut)
{
    PyObject *whole = folded(of, of->words[cut->first].start, of->words[cut->last].end);
    return whole != NULL ? Py_BuildValue("nnN", (Py_ssize_t)cut->first, (Py_ssize_t)cut->last, whole) : NULL;
}

/* Whether a word is one capital. */
static int is_letter(const Report *of, const Word *word)
{
    size_t at = word->start + 1;
    while (at < word->end && of->text[at] == SOFT_HYPHEN) {
        at++;
    }
    return at == word->end && is(of, word->start, CAPITAL);
}

static PyObject *letters_of_report(const Report *of)
{
    PyObject *found = PyList_New(0);
    for (size_t i = 0; found != NULL && i < of->count; i++) {
        if (is_letter(of, &of->words[i])) {
            PyObject *place = PyLong_FromSize_t(i);
            if (place == NULL || PyList_Append(found, place) < 0) {
                Py_CLEAR(found);
            }
            Py_XDECREF(place);
        }
    }
    return found;
}

static PyObject *list_of(Report *of, int list)
{
    size_t count = list == CUTS ? of->cuts_count : of->count;
    PyObject *found = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; found != NULL && i < count; i++) {
        PyObject *one = list == CUTS     ? of_cut(of, &of->cuts[i])
                        : list == FOLDED ? folded(of, of->words[i].start, of->words[i].end)
                                         : PyBool_FromLong(is(of, of->words[i].start, CAPITAL));
        if (one == NULL || PyList_SetItem(found, (Py_ssize_t)i, one) < 0) {
            Py_CLEAR(found);
        }
    }
    return found;
}

static PyObject *part_told(Report *of, int part)
{
    switch (part) {
    case 0:
    case 1:
        return places_of_words(of, part);
    case 5:
        return letters_of_report(of);
    default:
        return list_of(of, part - 2);
    }
}

static PyObject *told(Report *of)
{
    PyObject *all = PyTuple_New(6);
    for (int part = 0; all != NULL && part < 6; part++) {
        PyObject *own = part_told(of, part);
        if (own == NULL || PyTuple_SetItem(all, part, own) < 0) {
            Py_CLEAR(all);
        }
    }
    return all;
}

PyObject *report_words_of(PyObject *module, PyObject *args)
{
    PyObject *texts[3], *all = NULL;
    Piece text, kinds, folds;
    Py_ssize_t longest;
    if (!PyArg_ParseTuple(args, "OOOn", &texts[0], &texts[1], &texts[2], &longest) || !piece(texts[0], &text) ||
        !piece(texts[1], &kinds) || !piece(texts[2], &folds)) {
        return NULL;
    }
    if (kinds.size != SIGNS || folds.size != SIGNS) {
        return PyErr_Format(PyExc_ValueError, "no table of %d signs", SIGNS);
    }
    Report of = {(const uint8_t *)text.text, (const uint8_t *)kinds.text, (const uint8_t *)folds.text};
    int fits = text.size < UINT32_MAX / sizeof(Word);
    of.words = fits ? malloc((text.size + 1) * sizeof(Word)) : NULL;
    of.cuts = fits ? malloc((text.size / 2 + 1) * sizeof(Cut)) : NULL;
    of.folded = malloc(text.size + 1);
    if (of.words == NULL || of.cuts == NULL || of.folded == NULL) {
        PyErr_NoMemory();
    } else {
        for (size_t start = 0, end; start < text.size; start = end + 1) {
            end = start;
            while (end < text.size && is(&of, end, CHUNK)) {
                end++;
            }
            if (end > start && end - start <= (size_t)longest) {
                take_chunk(&of, start, end);
            }
        }
        all = told(&of);
    }
    free(of.words);
    free(of.cuts);
    free(of.folded);
    return all;
}
