/* The functions `near` and `near_words`: which of some texts and words are a few edits apart. */
#include "arguments.h"

#include <stdlib.h>

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

/* Adds the pairs that are near each other, text by text. */
static int compare(const Many *texts, const Many *words, const unsigned *most, Pairs *pairs)
{
    for (size_t i = 0; i < texts->count; i++) {
        for (size_t k = 0; k < words->count; k++) {
            unsigned edits = edits_between(&texts->list[i], &words->list[k], most[i]);
            if (edits <= most[i] && !add(pairs, (Pair){i, k, edits})) {
                return 0;
            }
        }
    }
    return 1;
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

/* Whether a word is of letters alone; -1 and an exception where Python does not tell. */
static int is_of_letters(PyObject *word)
{
    PyObject *is = PyObject_CallMethod(word, "isalpha", NULL);
    int told = is != NULL ? PyObject_IsTrue(is) : -1;
    Py_XDECREF(is);
    return told;
}

/* Goes on to pairs of which the letters that are taken for others are alike, where that is fewer edits. */
static int compare_skeletons(Many *texts, Many *words, const unsigned *most, PyObject *list, Pairs *all)
{
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
                        is_of_letters(PyList_GetItem(list, (Py_ssize_t)one.word));
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
        if (done && is_word) {
            for (size_t i = 0; i < texts.count; i++) {
                make_skeleton(&texts.list[i]);
            }
            for (size_t i = 0; i < words.count; i++) {
                make_skeleton(&words.list[i]);
            }
            done = compare_skeletons(&texts, &words, most, others, &pairs);
        }
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
