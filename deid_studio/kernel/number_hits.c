/* The function `number_hits`: where numbers stand in a text in Latin-1, however they are parted or misread. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

enum { LETTER = 2, GAP = 32 }; /* kinds of signs (latin.py) */

#define KINDS 256
#define MOST_LETTERS 3 /* of a piece; longer ones are words */
#define MOST_GAP 3
#define MOST_PIECES 12

/* A run of letters or of figures, where it stands in capitals, and whether it goes on with the one before it. */
typedef struct {
    size_t start, end, at;
    int is_figures, goes_on;
} Run;

typedef struct {
    const uint8_t *text, *kinds;
    size_t length;
    uint32_t *plain, *skeleton; /* all runs in capitals, one behind the other; with look-alikes made figures */
    Run *runs;
    size_t count, signs;
} Numbers;

static int is_letter(const Numbers *of, size_t at) { return at < of->length && of->kinds[of->text[at]] & LETTER; }

static int is_figure(const Numbers *of, size_t at) { return at < of->length && of->text[at] - (unsigned)'0' < 10; }

static void put(Numbers *of, uint32_t sign)
{
    static const char FROM[] = "OQDILSBZG", TO[] = "000115826";
    const char *like = sign && sign < 128 ? strchr(FROM, (int)sign) : NULL;
    of->plain[of->signs] = sign;
    of->skeleton[of->signs++] = like != NULL ? (uint32_t)TO[like - FROM] : sign;
}

/* Adds a sign as str.upper writes it. */
static void put_capital(Numbers *of, uint8_t sign)
{
    if (sign == 0xDF) { /* ß */
        put(of, 'S');
        put(of, 'S');
    } else if (sign == 0xB5) { /* µ */
        put(of, 0x39C);
    } else if (sign == 0xFF) { /* ÿ */
        put(of, 0x178);
    } else {
        int small = (sign >= 'a' && sign <= 'z') || (sign >= 0xE0 && sign != 0xF7);
        put(of, small ? sign - 32u : sign);
    }
}

static int is_gap(const Numbers *of, size_t start, size_t end)
{
    while (start < end && of->kinds[of->text[start]] & GAP) {
        start++;
    }
    return start == end;
}

static void take_runs(Numbers *of)
{
    int goes_on = 0;
    for (size_t at = 0, end; at < of->length; at = end) {
        int figures = is_figure(of, at);
        end = at + 1;
        if (!figures && !is_letter(of, at)) {
            continue;
        }
        while (figures ? is_figure(of, end) : is_letter(of, end)) {
            end++;
        }
        if (!figures && end - at > MOST_LETTERS) {
            goes_on = 0;
            continue;
        }
        size_t before = of->count ? of->runs[of->count - 1].end : 0;
        goes_on = goes_on && at - before <= MOST_GAP && is_gap(of, before, at);
        of->runs[of->count++] = (Run){at, end, of->signs, figures, goes_on};
        goes_on = 1;
        for (size_t i = at; i < end; i++) {
            put_capital(of, of->text[i]);
        }
    }
}

/* Adds where a number is one of those that are looked for. */
static int compare(const Many *plain, const Many *skeletons, const unsigned *most, const Signs *number,
                   const Signs *skeleton, size_t start, size_t end, PyObject *found)
{
    for (size_t i = 0; i < plain->count; i++) {
        unsigned misread = edits_between(&skeletons->list[i], skeleton, most[i]);
        unsigned edits = edits_between(&plain->list[i], number, most[i]), allowed = most[i] ? most[i] : 1;
        if (misread <= most[i]) {
            misread += !misread && edits; /* a confusion of look-alikes is a slip as well */
            edits = misread < edits || edits > most[i] ? misread : edits;
        } else if (edits > most[i]) {
            continue;
        }
        if (edits > allowed) {
            continue;
        }
        PyObject *one = Py_BuildValue("nnnI", (Py_ssize_t)start, (Py_ssize_t)end, (Py_ssize_t)i, edits);
        int done = one != NULL && PyList_Append(found, one) == 0;
        Py_XDECREF(one);
        if (!done) {
            return 0;
        }
    }
    return 1;
}

static PyObject *told(const Numbers *of, const Many *plain, const Many *skeletons, const unsigned *most)
{
    size_t longest = 0;
    for (size_t i = 0; i < plain->count; i++) {
        longest = plain->list[i].length > longest ? plain->list[i].length : longest;
    }
    PyObject *found = PyList_New(0);
    for (size_t first = 0; first < of->count && found != NULL; first++) {
        int figures = 0;
        for (size_t last = first; last < of->count && last < first + MOST_PIECES; last++) {
            size_t begin = of->runs[first].at, end = last + 1 < of->count ? of->runs[last + 1].at : of->signs;
            if ((last > first && !of->runs[last].goes_on) || end - begin > longest + MOST_EDITS) {
                break;
            }
            figures = figures || of->runs[last].is_figures;
            if (!figures) {
                continue;
            }
            Signs number = {of->plain + begin, end - begin, letters_of(of->plain + begin, end - begin)};
            Signs skeleton = {of->skeleton + begin, end - begin, letters_of(of->skeleton + begin, end - begin)};
            if (!compare(plain, skeletons, most, &number, &skeleton, of->runs[first].start, of->runs[last].end, found)) {
                Py_CLEAR(found);
                break;
            }
        }
    }
    return found;
}

PyObject *number_hits_of(PyObject *module, PyObject *args)
{
    PyObject *bytes, *table, *own, *alike, *allowed, *found = NULL;
    Piece text, kinds;
    Many plain, skeletons;
    if (!PyArg_ParseTuple(args, "OOO!O!O!", &bytes, &table, &PyList_Type, &own, &PyList_Type, &alike, &PyList_Type,
                          &allowed) ||
        !piece(bytes, &text) || !piece(table, &kinds)) {
        return NULL;
    }
    if (kinds.size != KINDS || text.size > SIZE_MAX / 4 / sizeof(Run) || PyList_Size(own) != PyList_Size(alike)) {
        return PyErr_Format(PyExc_ValueError, "no table of %d signs, or other skeletons than numbers", KINDS);
    }
    if (!many_of(own, &plain)) {
        return NULL;
    }
    if (many_of(alike, &skeletons)) {
        unsigned *most = most_edits(allowed, plain.count);
        Numbers of = {(const uint8_t *)text.text, (const uint8_t *)kinds.text, text.size};
        of.plain = malloc((2 * text.size + 1) * SIGN);
        of.skeleton = malloc((2 * text.size + 1) * SIGN);
        of.runs = malloc((text.size + 1) * sizeof(Run));
        if (most != NULL && (of.plain == NULL || of.skeleton == NULL || of.runs == NULL)) {
            PyErr_NoMemory();
        } else if (most != NULL) {
            take_runs(&of);
            found = told(&of, &plain, &skeletons, most);
        }
        free(of.plain);
        free(of.skeleton);
        free(of.runs);
        free(most);
        many_free(&skeletons);
    }
    many_free(&plain);
    return found;
}
