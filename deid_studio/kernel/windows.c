/* The type `Windows`: where the rules of a grammar are tried in a report. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "phrases.h"
#include "searched.h"

/* A rule: its zone, by its place among those that a report is handed in with, whether it has cues, and what is searched
   for, once that is told: then it is tried only where that can match. */
typedef struct {
    size_t zone, more;
    int cued;
    Searched searched;
    PyObject *outline, *program; /* which live as long; NULL where there is none */
} Tried;

typedef struct {
    PyObject_HEAD
    Texts cues;
    size_t cues_count, rules_count, zones_count;
    Tried *rules;
    size_t *firsts; /* of each cue in `of_cue`, and where those of the last one end */
    size_t *of_cue; /* rules */
} Windows;

static void windows_dealloc(Windows *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    texts_free(&self->cues);
    for (size_t n = 0; self->rules != NULL && n < self->rules_count; n++) {
        Py_XDECREF(self->rules[n].outline);
        Py_XDECREF(self->rules[n].program);
    }
    free(self->rules);
    free(self->firsts);
    free(self->of_cue);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* The number of a cue of a rule; an exception and SIZE_MAX when there is none. */
static size_t cue_of(const Windows *self, PyObject *numbers, Py_ssize_t i)
{
    size_t cue = PyLong_AsSize_t(PyList_GetItem(numbers, i));
    if (PyErr_Occurred() == NULL && cue >= self->cues_count) {
        PyErr_SetString(PyExc_ValueError, "an unknown cue");
    }
    return PyErr_Occurred() == NULL ? cue : SIZE_MAX;
}

/* The rules: (numbers of cues, zone, lines after a cue's). */
static int take_rules(Windows *self, PyObject *cues, PyObject *list, Py_ssize_t zones)
{
    self->zones_count = (size_t)zones;
    self->cues_count = (size_t)PyList_Size(cues);
    self->rules_count = (size_t)PyList_Size(list);
    self->rules = calloc(self->rules_count + 1, sizeof(Tried));
    self->firsts = calloc(self->cues_count + 2, sizeof(size_t));
    if (self->rules == NULL || self->firsts == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    size_t all = 0;
    for (size_t n = 0; n < self->rules_count; n++) {
        PyObject *numbers;
        Py_ssize_t zone, more;
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)n), "O!nn", &PyList_Type, &numbers, &zone, &more)) {
            return 0;
        }
        if (zone < 0 || zone >= zones || more < 0 || more > INT32_MAX) {
            PyErr_SetString(PyExc_ValueError, "a rule of another zone, or of lines before it");
            return 0;
        }
        self->rules[n] = (Tried){.zone = (size_t)zone, .more = (size_t)more, .cued = PyList_Size(numbers) > 0};
        for (Py_ssize_t i = 0; i < PyList_Size(numbers); i++, all++) {
            size_t cue = cue_of(self, numbers, i);
            if (cue == SIZE_MAX) {
                return 0;
            }
            self->firsts[cue + 2]++;
        }
    }
    self->of_cue = malloc((all + 1) * sizeof(size_t));
    if (self->of_cue == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t cue = 2; cue < self->cues_count + 2; cue++) {
        self->firsts[cue] += self->firsts[cue - 1];
    }
    for (size_t n = 0; n < self->rules_count; n++) {
        PyObject *numbers = PyTuple_GetItem(PyList_GetItem(list, (Py_ssize_t)n), 0);
        for (Py_ssize_t i = 0; i < PyList_Size(numbers); i++) {
            self->of_cue[self->firsts[cue_of(self, numbers, i) + 1]++] = n;
        }
    }
    return 1;
}

/* Windows(cues, rules, zones) */
static PyObject *windows_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *cues, *rules;
    Py_ssize_t zones;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "O!O!n", &PyList_Type, &cues, &PyList_Type, &rules, &zones)) {
        return NULL;
    }
    Windows *self = (Windows *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self != NULL && !(texts(cues, &self->cues) && take_rules(self, cues, rules, zones))) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

/* tell(number, outline, program): what a rule searches for, told once; an empty outline tells nothing. */
static PyObject *windows_tell(Windows *self, PyObject *args)
{
    PyObject *outline, *program;
    Py_ssize_t number;
    Piece bytes;
    if (!PyArg_ParseTuple(args, "nOO", &number, &outline, &program) || !piece(outline, &bytes)) {
        return NULL;
    }
    if (program != Py_None && !is_program((PyObject *)self, program)) {
        return PyErr_Format(PyExc_TypeError, "no program");
    }
    Searched searched = {.program = program != Py_None ? program_of(program) : NULL};
    if (number < 0 || (size_t)number >= self->rules_count ||
        (bytes.size && !outline_read(&searched.outline, (const uint8_t *)bytes.text, bytes.size))) {
        return PyErr_Format(PyExc_ValueError, "no such rule, or no outline");
    }
    Tried *rule = &self->rules[number];
    if (bytes.size && rule->outline == NULL) {
        rule->searched = searched;
        rule->outline = Py_NewRef(outline);
        rule->program = Py_NewRef(program);
    }
    return Py_NewRef(Py_None);
}

/* What is known of a rule while a report is gone through. */
typedef struct {
    Stretches found;
    size_t begin, end; /* of the last cue in the folded text, one more; of what is near the last one that is told apart */
} Met;

/* All that a report needs. */
typedef struct {
    Lines lines;
    size_t *starts, *marks, *gains;
    size_t marks_count;
    Stretches *zones;
    Met *met;
    Standing *cues;
    Stretches parts, found;
    Laid laid;
    const uint8_t *text; /* what programs are matched in; NULL for nothing */
} Taken;

static void let_go(Taken *taken, const Windows *self)
{
    for (size_t i = 0; taken->zones != NULL && i < self->zones_count; i++) {
        free(taken->zones[i].list);
    }
    for (size_t i = 0; taken->met != NULL && i < self->rules_count; i++) {
        free(taken->met[i].found.list);
    }
    free(taken->starts);
    free(taken->marks);
    free(taken->gains);
    free(taken->zones);
    free(taken->met);
    free(taken->cues);
    free(taken->parts.list);
    free(taken->found.list);
    outline_let_go(&taken->laid);
}

/* The numbers of a list, ascending, none of them above `most` (NULL and an exception when they are not). */
static size_t *numbers_of(PyObject *list, size_t most)
{
    Py_ssize_t count = PyList_Size(list);
    size_t *numbers = malloc(((size_t)count + 1) * sizeof(size_t));
    if (numbers == NULL) {
        PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; numbers != NULL && i < count; i++) {
        numbers[i] = PyLong_AsSize_t(PyList_GetItem(list, i));
        if (PyErr_Occurred() == NULL && (numbers[i] > most || (i && numbers[i] < numbers[i - 1]))) {
            PyErr_SetString(PyExc_ValueError, "numbers that do not ascend, or places outside of the report");
        }
        if (PyErr_Occurred() != NULL) {
            free(numbers);
            return NULL;
        }
    }
    return numbers;
}

/* The stretches of each zone. */
static int take_zones(Taken *taken, const Windows *self, PyObject *zones)
{
    if ((size_t)PyList_Size(zones) != self->zones_count) {
        PyErr_SetString(PyExc_ValueError, "more or fewer zones than there are");
        return 0;
    }
    for (size_t n = 0; n < self->zones_count; n++) {
        PyObject *own = PyList_GetItem(zones, (Py_ssize_t)n);
        for (Py_ssize_t i = 0; i < PyList_Size(own); i++) {
            Py_ssize_t start, end;
            if (!PyArg_ParseTuple(PyList_GetItem(own, i), "nn", &start, &end)) {
                return 0;
            }
            if (start < 0 || end < start || (size_t)end > taken->lines.length) {
                PyErr_SetString(PyExc_ValueError, "a zone outside of the report");
                return 0;
            }
            if (!stretches_add(&taken->zones[n], (Stretch){(size_t)start, (size_t)end})) {
                PyErr_NoMemory();
                return 0;
            }
        }
        if (PyErr_Occurred() != NULL) {
            return 0;
        }
    }
    return 1;
}

/* Goes through the cues of a report from the first to the last. */
static int meet_cues(Taken *taken, const Windows *self, Piece folded)
{
    size_t mark = 0, gain = 0, length = folded.size / SIGN;
    for (size_t begin = 0; begin < length; begin++) {
        while (mark < taken->marks_count && taken->marks[mark] <= begin) {
            gain = taken->gains[mark++];
        }
        size_t count = texts_at(&self->cues, folded.text, length, begin, taken->cues), at = begin + gain;
        if (count && at > taken->lines.length) {
            PyErr_SetString(PyExc_ValueError, "a cue outside of the report");
            return 0;
        }
        size_t number = count ? line_of(&taken->lines, at) : 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t cue = taken->cues[i].number;
            for (size_t k = self->firsts[cue]; k < self->firsts[cue + 1]; k++) {
                Met *met = &taken->met[self->of_cue[k]];
                const Tried *rule = &self->rules[self->of_cue[k]];
                if (met->begin == begin + 1 || (met->begin && !is_new_cue(at, met->end))) {
                    continue;
                }
                Stretch near = near_cue(&taken->lines, at, number, rule->more);
                met->begin = begin + 1;
                met->end = near.end;
                if (!stretches_join(&met->found, near, &taken->zones[rule->zone])) {
                    PyErr_NoMemory();
                    return 0;
                }
            }
        }
    }
    return 1;
}

/* Stretches as a list. */
static PyObject *as_list(const Stretches *stretches)
{
    PyObject *list = PyList_New((Py_ssize_t)stretches->count);
    for (size_t i = 0; list != NULL && i < stretches->count; i++) {
        PyObject *place = stretch(stretches->list[i].start, stretches->list[i].end);
        if (place == NULL || PyList_SetItem(list, (Py_ssize_t)i, place) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* Where a rule is tried: its stretches, each cut into parts, from where it can match in them; NULL when memory is short. */
static const Stretches *tried_in(Taken *taken, const Tried *rule, const Stretches *stretches)
{
    taken->parts.count = taken->found.count = 0;
    for (size_t i = 0; i < stretches->count; i++) {
        if (!stretches_cut(&taken->parts, &taken->lines, stretches->list[i], rule->more)) {
            return NULL;
        }
    }
    if (rule->outline == NULL || taken->parts.count == 0) {
        return &taken->parts;
    }
    return searched_in(&rule->searched, taken->text, &taken->laid, &taken->parts, &taken->found) ? &taken->found : NULL;
}

/* Each rule that is tried anywhere, by its number, and where. */
static PyObject *all_of(Taken *taken, const Windows *self)
{
    PyObject *all = PyDict_New();
    for (size_t n = 0; all != NULL && n < self->rules_count; n++) {
        const Tried *rule = &self->rules[n];
        const Stretches *found = tried_in(taken, rule, rule->cued ? &taken->met[n].found : &taken->zones[rule->zone]);
        if (found == NULL) {
            PyErr_NoMemory();
            Py_CLEAR(all);
        } else if (found->count) {
            PyObject *number = PyLong_FromSize_t(n), *list = as_list(found);
            if (number == NULL || list == NULL || PyDict_SetItem(all, number, list) < 0) {
                Py_CLEAR(all);
            }
            Py_XDECREF(number);
            Py_XDECREF(list);
        }
    }
    return all;
}

/* of(folded, marks, gains, signs, text, starts, zones): each rule that is tried anywhere, by its number, and where.
   `text` is what programs are matched in, or None. */
static PyObject *windows_of(Windows *self, PyObject *args)
{
    PyObject *text, *marks, *gains, *bytes, *own, *starts, *zones, *all = NULL;
    Piece folded, signs, matched = {NULL, 0};
    if (!PyArg_ParseTuple(args, "OO!O!OOO!O!", &text, &PyList_Type, &marks, &PyList_Type, &gains, &bytes, &own,
                          &PyList_Type, &starts, &PyList_Type, &zones) ||
        !piece(text, &folded) || !piece(bytes, &signs) || (own != Py_None && !piece(own, &matched))) {
        return NULL;
    }
    if (signs.size > INT32_MAX - 1 || (own != Py_None && matched.size != signs.size)) {
        return PyErr_Format(PyExc_ValueError, "too long a report, or the signs of another text");
    }
    Taken taken = {.lines = {.signs = signs.text, .length = signs.size}, .text = (const uint8_t *)matched.text};
    taken.lines.lines_count = (size_t)PyList_Size(starts);
    taken.marks_count = (size_t)PyList_Size(marks);
    if (folded.size % SIGN || PyList_Size(gains) != PyList_Size(marks)) {
        PyErr_SetString(PyExc_ValueError, "a text that is not of code points, or marks without gains");
        return NULL;
    }
    taken.lines.lines = taken.starts = numbers_of(starts, signs.size);
    taken.marks = taken.starts != NULL ? numbers_of(marks, folded.size) : NULL;
    taken.gains = taken.marks != NULL ? numbers_of(gains, signs.size) : NULL;
    if (taken.gains == NULL) {
        goto end;
    }
    int rising = taken.lines.lines_count > 0 && taken.starts[0] == 0;
    for (size_t i = 1; rising && i < taken.lines.lines_count; i++) {
        rising = taken.starts[i - 1] < taken.starts[i];
    }
    if (!rising) {
        PyErr_SetString(PyExc_ValueError, "lines that do not begin at 0, or are empty");
        goto end;
    }
    taken.zones = calloc(self->zones_count + 1, sizeof(Stretches));
    taken.met = calloc(self->rules_count + 1, sizeof(Met));
    taken.cues = malloc((self->cues.longest + 1) * sizeof(Standing));
    if (taken.zones == NULL || taken.met == NULL || taken.cues == NULL ||
        !outline_lay(&taken.laid, (const uint8_t *)signs.text, signs.size)) {
        PyErr_NoMemory();
        goto end;
    }
    if (take_zones(&taken, self, zones) && meet_cues(&taken, self, folded)) {
        all = all_of(&taken, self);
    }
end:
    let_go(&taken, self);
    return all;
}

static PyMethodDef windows_methods[] = {
    {"tell", (PyCFunction)windows_tell, METH_VARARGS, "What a rule searches for, so that it is tried where that can match."},
    {"of", (PyCFunction)windows_of, METH_VARARGS, "Where each rule is tried, by its number; none that is tried nowhere."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot windows_slots[] = {
    {Py_tp_doc, "The cues and zones of rules: where they are tried in a report."},
    {Py_tp_new, windows_new},
    {Py_tp_dealloc, windows_dealloc},
    {Py_tp_methods, windows_methods},
    {0, NULL},
};

PyType_Spec windows_spec = {"deid_studio.kernel.native.Windows", sizeof(Windows), 0, Py_TPFLAGS_DEFAULT,
                            windows_slots};
