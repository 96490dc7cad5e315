/* flat_rows and columns, as Python calls them. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"

#define NEWLINE '\n'

static const Type NUMBERS = {"il", 4}, LONGS = {"lq", 8}, BYTES = {"B", 1}, TRUTHS = {"?", 1};

/* --- flat_rows -------------------------------------------------------------------------------------------------- */

/* The row of a word: that of `rows` or of `met`, which gets those of neither. -1 and an exception on failure. */
static Py_ssize_t row_of(PyObject *word, PyObject *rows, PyObject *met)
{
    if (word == NULL || !PyUnicode_CheckExact(word)) { /* others may run code of their own when they are looked up */
        if (PyErr_Occurred() == NULL) {
            PyErr_SetString(PyExc_TypeError, "no word");
        }
        return -1;
    }
    PyObject *row = PyDict_GetItemWithError(rows, word);
    row = row != NULL || PyErr_Occurred() != NULL ? row : PyDict_GetItemWithError(met, word);
    if (row != NULL || PyErr_Occurred() != NULL) {
        return row != NULL ? PyLong_AsSsize_t(row) : -1;
    }
    Py_ssize_t next = PyDict_Size(rows) + PyDict_Size(met);
    row = PyLong_FromSsize_t(next);
    int done = row != NULL && PyDict_SetItem(met, word, row) == 0;
    Py_XDECREF(row);
    return done ? next : -1;
}

/* Where places are written. */
typedef struct {
    int32_t *rows;
    int64_t *starts, *ends;
    Py_ssize_t count, room;
} Into;

static int line_places(PyObject *words, PyObject *starts, PyObject *ends, PyObject *rows, PyObject *met, Into *into)
{
    Py_ssize_t size = PyList_Size(words);
    if (size < 0 || PyList_Size(starts) != size || PyList_Size(ends) != size || into->room - into->count <= size) {
        if (PyErr_Occurred() == NULL) {
            PyErr_SetString(PyExc_ValueError, "a line of other places");
        }
        return 0;
    }
    for (Py_ssize_t i = 0; i < size; i++, into->count++) {
        Py_ssize_t row = row_of(PyList_GetItem(words, i), rows, met);
        if (PyErr_Occurred() != NULL || row < 0 || row > INT32_MAX) {
            return PyErr_Occurred() == NULL ? (PyErr_SetString(PyExc_ValueError, "no row"), 0) : 0;
        }
        into->rows[into->count] = (int32_t)row;
        into->starts[into->count] = PyLong_AsSsize_t(PyList_GetItem(starts, i));
        into->ends[into->count] = PyLong_AsSsize_t(PyList_GetItem(ends, i));
    }
    into->rows[into->count] = 0;
    into->starts[into->count] = into->ends[into->count] = -1;
    into->count++;
    return PyErr_Occurred() == NULL;
}

/* flat_rows(lines, rows, into, bounds): fills in the row of each place and where it begins and ends; words that have none
   yet with the rows that are to be theirs. */
PyObject *flat_rows_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *lines, *rows, *own, *bounds;
    Py_buffer numbers, places;
    if (!PyArg_ParseTuple(args, "O!O!OO", &PyTuple_Type, &lines, &PyDict_Type, &rows, &own, &bounds) ||
        !array(own, &numbers, PyBUF_WRITABLE, NUMBERS, -1)) {
        return NULL;
    }
    Into into = {.rows = numbers.buf, .count = 0, .room = numbers.len / 4};
    if (!array(bounds, &places, PyBUF_WRITABLE, LONGS, 2 * into.room)) {
        PyBuffer_Release(&numbers);
        return NULL;
    }
    into.starts = places.buf;
    into.ends = into.starts + into.room;
    PyObject *met = PyDict_New();
    int done = met != NULL;
    for (Py_ssize_t i = 0; done && i < PyTuple_Size(lines); i++) {
        PyObject *line = PyTuple_GetItem(lines, i), *words = PyObject_GetAttrString(line, "words");
        PyObject *starts = words != NULL ? PyObject_GetAttrString(line, "starts") : NULL;
        PyObject *ends = starts != NULL ? PyObject_GetAttrString(line, "ends") : NULL;
        done = ends != NULL && line_places(words, starts, ends, rows, met, &into);
        Py_XDECREF(words);
        Py_XDECREF(starts);
        Py_XDECREF(ends);
    }
    if (done && into.count != into.room) {
        PyErr_SetString(PyExc_ValueError, "lines of other places");
        done = 0;
    }
    PyBuffer_Release(&places);
    PyBuffer_Release(&numbers);
    if (!done) {
        Py_CLEAR(met);
    }
    return met;
}

/* --- columns ---------------------------------------------------------------------------------------------------- */

/* What columns are made of: the arrays that Python hands in, checked, and the report as it is reckoned with. */
typedef struct {
    Held held;
    const Fact *facts;
    const uint8_t *marked;
    size_t rows_there, width;
    PyObject *folded, *seconds, *longer, *phrases;
    const int32_t *rows;
    int32_t *words, *parts, *shapes;
    uint8_t *marks;
    size_t flags[FLAGS];
    int32_t line_shape, gap_shape;
    const Py_UCS4 *text;
    size_t size;
    Report report;
    uint8_t *found;
    int32_t *near;     /* places that a harmless number may hold */
    int64_t *near_end; /* where they end in what is searched */
    size_t near_count;
} Read;

static int refuse(const char *why)
{
    if (PyErr_Occurred() == NULL) {
        PyErr_SetString(PyExc_ValueError, why);
    }
    return 0;
}

/* The number of a mark; an exception where there is none such. */
static size_t mark_number(PyObject *number, size_t width)
{
    size_t found = number == NULL ? 0 : PyLong_AsSize_t(number);
    if (PyErr_Occurred() == NULL && (number == NULL || found >= width)) {
        refuse("no mark");
    }
    return PyErr_Occurred() == NULL ? found : 0;
}

/* Checks what was handed in, and lays out places and lines. */
static int lay_out(Read *of, const int64_t *bounds)
{
    Report *report = &of->report;
    size_t count = report->count, lines = 0;
    for (size_t i = 0; i < count; i++) {
        if (of->rows[i] < 0 || (size_t)of->rows[i] >= of->rows_there) {
            return refuse("a row that the table has not");
        }
        lines += of->rows[i] == 0;
    }
    report->places = calloc(count + 1, sizeof(Place));
    report->lines = calloc(lines + 1, sizeof(Line));
    of->found = calloc(count + 1, 1);
    of->near = malloc((count + 1) * sizeof(int32_t));
    of->near_end = malloc((count + 1) * sizeof(int64_t));
    if (report->places == NULL || report->lines == NULL || of->found == NULL || of->near == NULL ||
        of->near_end == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    int64_t before = 0;
    for (size_t i = 0; i < count; i++) {
        Place *place = report->places + i;
        Line *line = report->lines + report->line_count;
        *place = (Place){.fact = of->facts + of->rows[i], .start = bounds[i], .end = bounds[count + i],
                         .line = report->line_count, .is_end = of->rows[i] == 0};
        place->gap = line->size ? place->start - before : 1;
        line->first = line->size++ ? line->first : i;
        if (place->is_end) {
            report->line_count++;
            place->gap = -1;
            if (line->size == 1) {
                return refuse("a line without words");
            }
        } else if (place->start < before || place->end < place->start || (uint64_t)place->end > of->size) {
            return refuse("a place outside of the report, or before another one");
        } else {
            before = place->end;
        }
    }
    return report->line_count == lines && (!count || report->places[count - 1].is_end) ? 1 : refuse("a line without end");
}

/* Fills in what is searched for harmless numbers, as code points: what has a core, and what is written together with it
   or beside it; how many there are. */
static size_t near_text(Read *of, Py_UCS4 *into)
{
    const Report *report = &of->report;
    size_t size = 0;
    int before = 0; /* whether what was written together just before has a core */
    for (size_t first = 0, after, next; first < report->count; first = after) {
        int here = 0, behind = 0;
        for (after = first; after < report->count && (after == first || report->places[after].gap == 0); after++) {
            here |= report->places[after].fact->known.core && report->lines[report->places[after].line].figure;
        }
        for (next = after; next < report->count && (next == after || report->places[next].gap == 0); next++) {
            behind |= report->places[next].fact->known.core && report->lines[report->places[next].line].figure;
        }
        for (size_t i = first; i < after && (before || here || behind); i++) {
            const Place *place = report->places + i;
            for (int64_t blank = 0; blank < place->gap; blank++) {
                into[size++] = ' ';
            }
            if (place->is_end) {
                into[size++] = NEWLINE;
            } else {
                memcpy(into + size, of->text + place->start, (size_t)(place->end - place->start) * sizeof(Py_UCS4));
                size += (size_t)(place->end - place->start);
            }
            of->near[of->near_count] = (int32_t)i;
            of->near_end[of->near_count++] = (int64_t)size;
        }
        before = here;
    }
    return size;
}

/* Marks the places that a stretch of what was searched touches. */
static int mark_number_stretch(Read *of, PyObject *span)
{
    PyObject *first = span != NULL ? PyTuple_GetItem(span, 0) : NULL;
    PyObject *last = first != NULL ? PyTuple_GetItem(span, 1) : NULL;
    int64_t start = last != NULL ? PyLong_AsSsize_t(first) : 0, end = last != NULL ? PyLong_AsSsize_t(last) : 0;
    if (PyErr_Occurred() != NULL) {
        return 0;
    }
    size_t low = 0, high = of->near_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (of->near_end[middle] > start) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    for (; low < of->near_count; low++) {
        Place *place = of->report.places + of->near[low];
        int64_t size = place->is_end ? 1 : place->end - place->start;
        if (of->near_end[low] - size >= end) {
            break;
        }
        place->in_number = 1;
    }
    return 1;
}

/* Asks Python for the harmless numbers in what may hold some. */
static int ask_numbers(Read *of, PyObject *spans)
{
    /* Each place has no more than a sign more than it has in the report. */
    Py_UCS4 *text = malloc((of->size + 2 * of->report.count + 1) * sizeof(Py_UCS4));
    if (text == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    size_t size = near_text(of, text);
    int order = 0;
    PyObject *near = PyUnicode_DecodeUTF32((const char *)text, (Py_ssize_t)(size * sizeof(Py_UCS4)), "surrogatepass", &order);
    free(text);
    PyObject *found = near != NULL ? PyObject_CallFunctionObjArgs(spans, near, NULL) : NULL;
    Py_ssize_t count = found != NULL ? PyList_Size(found) : -1;
    int done = count >= 0;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        done = mark_number_stretch(of, PyList_GetItem(found, i));
    }
    Py_XDECREF(found);
    Py_XDECREF(near);
    return done;
}

/* Whether the marks of an entry's kinds could be set on places. */
static int mark_kinds(Read *of, PyObject *kinds, size_t first, size_t after)
{
    Py_ssize_t count = PyTuple_Size(kinds);
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *number = PyDict_GetItemWithError(of->phrases, PyTuple_GetItem(kinds, k));
        size_t mark = mark_number(number, of->width);
        if (PyErr_Occurred() != NULL) {
            return 0;
        }
        for (size_t i = first; i < after; i++) {
            of->marks[i * of->width + mark] = 1;
        }
    }
    return count >= 0;
}

/* The word of a place as entries have it; that of the end of a line goes on no entry. */
static PyObject *folded_at(const Read *of, size_t at) { return PyList_GetItem(of->folded, of->rows[at]); }

/* Marks the phrases that begin at a place: of a kind all that stand there, which is as if the longest were marked alone. */
static int mark_phrases_at(Read *of, size_t first)
{
    PyObject *seconds = PyList_GetItem(of->seconds, of->rows[first]), *one = folded_at(of, first);
    if (seconds == NULL || one == NULL) {
        return 0;
    }
    if (first + 1 == of->report.count || of->report.places[first + 1].is_end) {
        return 1;
    }
    PyObject *next = folded_at(of, first + 1);
    int there = next != NULL ? PySequence_Contains(seconds, next) : -1;
    if (there <= 0) {
        return there == 0;
    }
    PyObject *children = PyObject_CallFunctionObjArgs(of->longer, one, NULL);
    int done = children != NULL;
    if (done && !PyDict_Check(children)) {
        PyErr_SetString(PyExc_TypeError, "no words that follow");
        done = 0;
    }
    for (size_t at = first + 1; done && at < of->report.count && !of->report.places[at].is_end; at++) {
        PyObject *word = folded_at(of, at);
        PyObject *node = word != NULL ? PyDict_GetItemWithError(children, word) : NULL;
        if (node == NULL) {
            done = PyErr_Occurred() == NULL;
            break;
        }
        node = Py_NewRef(node);
        PyObject *kinds = PyObject_GetAttrString(node, "kinds");
        Py_DECREF(children);
        children = kinds != NULL ? PyObject_GetAttrString(node, "children") : NULL;
        done = children != NULL && mark_kinds(of, kinds, first, at + 1);
        Py_XDECREF(kinds);
        Py_DECREF(node);
    }
    Py_XDECREF(children);
    return done;
}

/* How the end of a line is shaped: whether there is an empty one behind it. */
static int32_t end_shape(const Read *of, size_t at)
{
    const Place *places = of->report.places;
    size_t newlines = 0;
    int64_t end = at ? places[at - 1].end : 0, until = at + 1 < of->report.count ? places[at + 1].start : end;
    for (int64_t i = end; i < until; i++) {
        newlines += of->text[i] == NEWLINE;
    }
    return newlines > 1 ? of->gap_shape : of->line_shape;
}

static int fill(Read *of)
{
    for (size_t i = 0; i < of->report.count; i++) {
        const Place *place = of->report.places + i;
        uint8_t *marks = of->marks + i * of->width;
        of->words[i] = place->fact->word;
        memcpy(of->parts + i * FACT_PARTS, place->fact->parts, sizeof place->fact->parts);
        of->shapes[i] = place->is_end ? end_shape(of, i) : place->fact->shape;
        if (place->is_end) {
            memset(marks, 0, of->width);
        } else {
            memcpy(marks, of->marked + (size_t)of->rows[i] * of->width, of->width);
        }
    }
    if (!places_flag(&of->report, of->marks, of->width, of->flags)) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; i < of->report.count; i++) {
        if (of->report.places[i].fact->begins && !mark_phrases_at(of, i)) {
            return 0;
        }
    }
    return 1;
}

/* Holds the arrays of a call in `of`; 0 and an exception when they do not fit together. */
static int hold_arrays(Read *of, PyObject *facts, PyObject *marked, PyObject *flags, PyObject *rows, PyObject *bounds,
                       PyObject *const *into, const int64_t **places)
{
    Py_ssize_t flag_count = PyTuple_Size(flags);
    of->rows = held_array(&of->held, rows, NUMBERS, 0, -1);
    Py_ssize_t count = held_size(&of->held);
    of->report.count = (size_t)count;
    *places = held_array(&of->held, bounds, LONGS, 0, 2 * count);
    of->facts = held_array(&of->held, facts, BYTES, 0, -1);
    Py_ssize_t there = held_size(&of->held) / (Py_ssize_t)sizeof(Fact);
    if (PyErr_Occurred() == NULL && (held_size(&of->held) % (Py_ssize_t)sizeof(Fact) || there == 0 ||
                                     (uintptr_t)of->facts % _Alignof(Fact) || count >= INT32_MAX)) {
        return refuse("no facts");
    }
    of->rows_there = (size_t)there;
    of->marked = held_array(&of->held, marked, TRUTHS, 0, -1);
    of->width = PyErr_Occurred() == NULL ? (size_t)(held_size(&of->held) / there) : 0;
    if (PyErr_Occurred() == NULL && (held_size(&of->held) % there || flag_count != FLAGS || of->width > INT32_MAX)) {
        return refuse("marks of other rows, or other flags");
    }
    of->words = held_array(&of->held, into[0], NUMBERS, PyBUF_WRITABLE, count);
    of->parts = held_array(&of->held, into[1], NUMBERS, PyBUF_WRITABLE, count * FACT_PARTS);
    of->shapes = held_array(&of->held, into[2], NUMBERS, PyBUF_WRITABLE, count);
    of->marks = held_array(&of->held, into[3], TRUTHS, PyBUF_WRITABLE, count * (Py_ssize_t)of->width);
    for (Py_ssize_t i = 0; PyErr_Occurred() == NULL && i < FLAGS; i++) {
        of->flags[i] = mark_number(PyTuple_GetItem(flags, i), of->width);
    }
    return PyErr_Occurred() == NULL;
}

/* columns(text, (facts, marked, folded, seconds, longer), (flags, phrases, line, gap), spans, (rows, bounds), (words, parts,
   shapes, marks)): fills in the columns of a report whose places have these rows. */
PyObject *columns_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    Read of = {.near_count = 0};
    PyObject *text, *table, *of_marks, *spans, *of_places, *given, *facts, *marked, *flags, *rows, *bounds, *into[4];
    const int64_t *places;
    /* Tuples within are parsed by themselves: what else is a sequence may not keep what it gives. */
    if (!PyArg_ParseTuple(args, "UO!O!OO!O!", &text, &PyTuple_Type, &table, &PyTuple_Type, &of_marks, &spans,
                          &PyTuple_Type, &of_places, &PyTuple_Type, &given) ||
        !PyArg_ParseTuple(table, "OOO!O!O", &facts, &marked, &PyList_Type, &of.folded, &PyList_Type, &of.seconds,
                          &of.longer) ||
        !PyArg_ParseTuple(of_marks, "O!O!ii", &PyTuple_Type, &flags, &PyDict_Type, &of.phrases, &of.line_shape,
                          &of.gap_shape) ||
        !PyArg_ParseTuple(of_places, "OO", &rows, &bounds) ||
        !PyArg_ParseTuple(given, "OOOO", &into[0], &into[1], &into[2], &into[3])) {
        return NULL;
    }
    Py_UCS4 *own = PyUnicode_AsUCS4Copy(text);
    of.text = own;
    of.size = (size_t)PyUnicode_GetLength(text);
    int done = own != NULL && hold_arrays(&of, facts, marked, flags, rows, bounds, into, &places) && lay_out(&of, places);
    if (done) {
        lines_tell(&of.report);
        done = ask_numbers(&of, spans);
    }
    if (done) {
        places_weigh(&of.report, of.found);
        done = fill(&of);
    }
    free(of.near_end);
    free(of.near);
    free(of.found);
    free(of.report.lines);
    free(of.report.places);
    held_release(&of.held);
    PyMem_Free(own);
    return done ? Py_NewRef(Py_None) : NULL;
}
