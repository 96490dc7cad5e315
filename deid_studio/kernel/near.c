/* The functions `near`, `near_words` and `name_hits`: which of some texts and words are a few edits apart. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

/* A text and a word that are near each other, by their places. */
typedef struct {
    size_t text, word;
    unsigned edits;
} Pair;

typedef struct {
    Pair *list;
    size_t count, room;
} Pairs;

static int add(Pairs *pairs, Pair pair)
{
    if (pairs->count == pairs->room) {
        size_t room = 2 * pairs->room + 32;
        Pair *list = room < SIZE_MAX / sizeof(Pair) ? realloc(pairs->list, room * sizeof(Pair)) : NULL;
        if (list == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        pairs->list = list;
        pairs->room = room;
    }
    pairs->list[pairs->count++] = pair;
    return 1;
}

#define LENGTHS 32 /* longer ones are taken to be equally long */

static size_t length_of(const Signs *text) { return text->length < LENGTHS - 1 ? text->length : LENGTHS - 1; }

/* The places of texts by their lengths, and where those of each length begin (NULL when memory is short). */
static size_t *by_length(const Many *many, size_t begins[LENGTHS + 1])
{
    size_t *places = malloc((many->count + 1) * sizeof(size_t)), ends[LENGTHS] = {0};
    for (size_t i = 0; i < many->count; i++) {
        ends[length_of(&many->list[i])]++;
    }
    begins[0] = 0;
    for (size_t i = 0; i < LENGTHS; i++) {
        begins[i + 1] = begins[i] + ends[i];
        ends[i] = begins[i];
    }
    for (size_t i = 0; places != NULL && i < many->count; i++) {
        places[ends[length_of(&many->list[i])]++] = i;
    }
    return places;
}

/* Adds a pair of a text in the order of the words. */
static int insert(Pairs *pairs, Pair pair)
{
    if (!add(pairs, pair)) {
        return 0;
    }
    size_t at = pairs->count - 1;
    for (; at && pairs->list[at - 1].text == pair.text && pairs->list[at - 1].word > pair.word; at--) {
        pairs->list[at] = pairs->list[at - 1];
    }
    pairs->list[at] = pair;
    return 1;
}

/* Adds the pairs that are near each other, text by text. */
static int compare(const Many *texts, const Many *words, const unsigned *most, Pairs *pairs)
{
    size_t begins[LENGTHS + 1], *places = by_length(words, begins);
    int done = places != NULL;
    if (!done) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; done && i < texts->count; i++) {
        const Signs *text = &texts->list[i];
        size_t length = length_of(text), first = text->length > most[i] ? text->length - most[i] : 0;
        size_t from = begins[first < LENGTHS - 1 ? first : LENGTHS - 1];
        size_t to = begins[length + most[i] < LENGTHS - 1 ? length + most[i] + 1 : LENGTHS];
        for (size_t k = from; done && k < to; k++) {
            unsigned edits = edits_between(text, &words->list[places[k]], most[i]);
            done = edits > most[i] || insert(pairs, (Pair){i, places[k], edits});
        }
    }
    free(places);
    return done;
}

static PyObject *told(const Pairs *pairs)
{
    PyObject *list = PyList_New((Py_ssize_t)pairs->count);
    for (size_t i = 0; list != NULL && i < pairs->count; i++) {
        const Pair *one = &pairs->list[i];
        PyObject *own = Py_BuildValue("nnI", (Py_ssize_t)one->text, (Py_ssize_t)one->word, one->edits);
        if (own == NULL || PyList_SetItem(list, (Py_ssize_t)i, own) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* Whether a word is of such signs alone; -1 and an exception where Python does not tell. */
static int is_all(PyObject *word, const char *signs)
{
    PyObject *is = PyObject_CallMethod(word, signs, NULL);
    int told = is != NULL ? PyObject_IsTrue(is) : -1;
    Py_XDECREF(is);
    return told;
}

static void make_skeletons(Many *many)
{
    for (size_t i = 0; i < many->count; i++) {
        make_skeleton(&many->list[i]);
    }
}

/* Goes on to pairs of which the letters that are taken for others are alike, where that is fewer edits. The words are
   those of a list from these places on. */
static int compare_skeletons(Many *texts, Many *words, const unsigned *most, PyObject *list, const size_t *places,
                             Pairs *all)
{
    make_skeletons(texts);
    make_skeletons(words);
    Pairs alike = {0};
    unsigned *fewer = malloc((texts->count + 1) * sizeof(unsigned));
    int done = fewer != NULL;
    if (!done) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; done && i < texts->count; i++) {
        fewer[i] = most[i] ? most[i] - 1 : 0; /* the confusion itself is one */
    }
    done = done && compare(texts, words, fewer, &alike);
    size_t known = all->count;
    for (size_t i = 0, at = 0; done && i < alike.count; i++) {
        Pair one = alike.list[i];
        while (at < known && (all->list[at].text < one.text ||
                              (all->list[at].text == one.text && all->list[at].word < one.word))) {
            at++;
        }
        int met = at < known && all->list[at].text == one.text && all->list[at].word == one.word;
        if (met && !all->list[at].edits) {
            continue;
        }
        int other = most[one.text] ? 0 : /* a short name may only be misread as digits */
                        is_all(PyList_GetItem(list, (Py_ssize_t)(places != NULL ? places[one.word] : one.word)), "isalpha");
        one.edits++;
        if (other < 0) {
            done = 0;
        } else if (met && one.edits < all->list[at].edits && !other) {
            all->list[at].edits = one.edits;
        } else if (!met && !other) {
            done = add(all, one);
        }
    }
    free(fewer);
    free(alike.list);
    return done;
}

/* What is near each other, and with `is_word` also where letters are taken for others. */
static PyObject *all_near(PyObject *args, int is_word)
{
    PyObject *own, *others, *allowed, *found = NULL;
    Many texts, words;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyList_Type, &own, &PyList_Type, &others, &PyList_Type, &allowed) ||
        !many_of(own, &texts)) {
        return NULL;
    }
    if (many_of(others, &words)) {
        Pairs pairs = {0};
        unsigned *most = most_edits(allowed, texts.count);
        int done = most != NULL && compare(&texts, &words, most, &pairs);
        done = done && (!is_word || compare_skeletons(&texts, &words, most, others, NULL, &pairs));
        found = done ? told(&pairs) : NULL;
        free(most);
        free(pairs.list);
        many_free(&words);
    }
    many_free(&texts);
    return found;
}

PyObject *near_of(PyObject *module, PyObject *args) { return all_near(args, 0); }

PyObject *near_words_of(PyObject *module, PyObject *args) { return all_near(args, 1); }

/* --- names in a report ------------------------------------------------------------------------------------------ */

/* The words of a report that are letters and more than one, each once: the place of each in the report, and of each
   word there the next one that is the same (its place, one more; 0 behind the last). */
typedef struct {
    Many words;
    size_t *places, *next;
} Distinct;

static uint32_t hash_of(const Signs *text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text->length; i++) {
        hash = (hash ^ text->signs[i]) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static int is_same(const Signs *one, const Signs *other)
{
    return one->length == other->length && !memcmp(one->signs, other->signs, one->length * SIGN);
}

/* Whether a word may be a part of a name: not one that is short or a number; -1 and an exception where Python fails. */
static int is_compared(const Signs *text, PyObject *word)
{
    int beyond = 0;
    for (size_t i = 0; i < text->length; i++) {
        if ((text->signs[i] | 0x20) - 'a' < 26u) {
            return text->length > 1;
        }
        beyond |= text->signs[i] > 127;
    }
    int number = text->length > 1 && beyond ? is_all(word, "isdigit") : 1; /* other signs are in no word */
    return number < 0 ? -1 : !number;
}

/* Parts the words of a report; an exception and 0 when it cannot. */
static int distinct_of(const Many *all, PyObject *list, Distinct *of)
{
    size_t slots = 64;
    while (slots < 2 * all->count) {
        slots *= 2;
    }
    size_t *table = calloc(slots, sizeof(size_t)), *last = calloc(all->count + 1, sizeof(size_t)); /* places, one more */
    of->words = (Many){malloc((all->count + 1) * sizeof(Signs)), 0, NULL};
    of->places = malloc((all->count + 1) * sizeof(size_t));
    of->next = calloc(all->count + 1, sizeof(size_t));
    int done = table != NULL && last != NULL && of->words.list != NULL && of->places != NULL && of->next != NULL;
    if (!done) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; done && i < all->count; i++) {
        const Signs *one = &all->list[i];
        size_t at = hash_of(one) & (slots - 1);
        while (table[at] && !is_same(&all->list[table[at] - 1], one)) {
            at = (at + 1) & (slots - 1);
        }
        if (table[at]) {
            of->next[last[table[at] - 1] - 1] = i + 1;
            last[table[at] - 1] = i + 1;
            continue;
        }
        table[at] = last[i] = i + 1;
        int compared = is_compared(one, PyList_GetItem(list, (Py_ssize_t)i));
        if (compared > 0) {
            of->places[of->words.count] = i;
            of->words.list[of->words.count++] = *one;
        }
        done = compared >= 0;
    }
    free(table);
    free(last);
    return done;
}

static void distinct_free(Distinct *of)
{
    free(of->words.list);
    free(of->places);
    free(of->next);
}

/* Two words one after the other that are a name together; one that is misspelt has a capital. */
static int compare_two(const Many *names, const Many *all, PyObject *parted, PyObject *capitals, Pairs *pairs)
{
    for (size_t i = 0; i < names->count; i++) {
        long most = PyLong_AsLong(PyList_GetItem(parted, (Py_ssize_t)i));
        if (most > MOST_EDITS || PyErr_Occurred() != NULL) {
            if (PyErr_Occurred() == NULL) {
                PyErr_SetString(PyExc_ValueError, "too many edits");
            }
            return 0;
        }
        for (size_t k = 0; most >= 0 && k + 1 < all->count; k++) {
            const Signs *one = &all->list[k], *other = &all->list[k + 1];
            Signs both = {one->signs, one->length + other->length, one->letters | other->letters};
            unsigned edits = edits_between(&names->list[i], &both, (unsigned)most);
            if (edits <= (unsigned)most && (!edits || PyList_GetItem(capitals, (Py_ssize_t)k) == Py_True) &&
                !add(pairs, (Pair){i, k, edits})) {
                return 0;
            }
        }
    }
    return 1;
}

/* Puts for each word all places at which it is. */
static int spread(const Pairs *pairs, const Distinct *of, Pairs *all)
{
    for (size_t i = 0; i < pairs->count; i++) {
        Pair one = pairs->list[i];
        for (size_t at = of->places[one.word] + 1; at; at = of->next[at - 1]) {
            if (!add(all, (Pair){one.text, at - 1, one.edits})) {
                return 0;
            }
        }
    }
    return 1;
}

PyObject *name_hits_of(PyObject *module, PyObject *args)
{
    PyObject *own, *allowed, *parted, *list, *capitals, *found = NULL;
    Many names, all;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!", &PyList_Type, &own, &PyList_Type, &allowed, &PyList_Type, &parted,
                          &PyList_Type, &list, &PyList_Type, &capitals)) {
        return NULL;
    }
    if (PyList_Size(parted) != PyList_Size(own) || PyList_Size(capitals) != PyList_Size(list)) {
        return PyErr_Format(PyExc_ValueError, "names without edits, or words without capitals");
    }
    if (!many_of(own, &names)) {
        return NULL;
    }
    if (many_of(list, &all)) {
        Distinct distinct = {0};
        Pairs two = {0}, near = {0}, everywhere = {0};
        unsigned *most = most_edits(allowed, names.count);
        int done = most != NULL && distinct_of(&all, list, &distinct) &&
                   compare_two(&names, &all, parted, capitals, &two) &&
                   compare(&names, &distinct.words, most, &near) &&
                   compare_skeletons(&names, &distinct.words, most, list, distinct.places, &near) &&
                   spread(&near, &distinct, &everywhere);
        PyObject *alone = done ? told(&everywhere) : NULL, *pairs = alone != NULL ? told(&two) : NULL;
        found = pairs != NULL ? PyTuple_Pack(2, alone, pairs) : NULL;
        Py_XDECREF(alone);
        Py_XDECREF(pairs);
        free(most);
        free(two.list);
        free(near.list);
        free(everywhere.list);
        distinct_free(&distinct);
        many_free(&all);
    }
    many_free(&names);
    return found;
}
