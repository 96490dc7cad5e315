/* Arguments: what Python hands in is checked here, once, so that all else may trust it. */
#ifndef DEID_ARGUMENTS_H
#define DEID_ARGUMENTS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "attributes.h"
#include "edits.h"
#include "phrases.h"

#define MOST_TAGS 4096

/* A type of items: its letters in the module `struct`, which differ between systems, and its size. */
typedef struct {
    const char *letters;
    Py_ssize_t size;
} Type;

extern const Type SHORTS, WHOLES, FLOATS, DOUBLES;

/* The memory of an array of items of one type; an exception and 0 when it is none, or, unless `count` is negative, of
   another number of items. */
int array(PyObject *object, Py_buffer *view, int flags, Type type, Py_ssize_t count);

#define MOST_VIEWS 128

/* Arrays that are held while they are worked on. */
typedef struct {
    Py_buffer view[MOST_VIEWS];
    int count;
} Held;

/* The memory of an array, which is held; NULL and an exception when it is another one, or there was one before. */
void *held_array(Held *held, PyObject *object, Type type, int flags, Py_ssize_t items);

/* The number of items of the array that was held last. */
Py_ssize_t held_size(const Held *held);

/* Lets go of all arrays that are held. */
void held_release(Held *held);

/* The bytes of an object that lives on; an exception and 0 when it has none. */
int piece(PyObject *object, Piece *into);

/* The bytes of a text; an exception and 0 when it is none, or where it has lone surrogates, which have no UTF-8. */
int text_piece(PyObject *object, Piece *into);

/* The bytes of a text, in which lone surrogates are letters like others; where it has some `bytes` is what holds it. */
int text_bytes(PyObject *object, Piece *into, PyObject **bytes);

/* The bytes of an object with their hash. */
int part(PyObject *object, Part *into);

/* The pieces of a list, in memory of their own (NULL and an exception when it is none). */
Piece *pieces(PyObject *list, size_t *count);

/* The texts of a list, of code points, with their places in it for numbers; an exception and 0 when they are none. */
int texts(PyObject *list, Texts *into);

/* Texts with the memory in which their signs are. */
typedef struct {
    Signs *list;
    size_t count;
    uint32_t *signs;
} Many;

/* The texts of a list; an exception and 0 when there are none. */
int many_of(PyObject *list, Many *many);
void many_free(Many *many);

/* Of each of some texts how many edits away what is near it may be; an exception and NULL when these are no such numbers. */
unsigned *most_edits(PyObject *list, size_t count);

/* A stretch as a tuple (NULL and an exception when memory is short). */
PyObject *stretch(size_t start, size_t end);

/* Whether all items of a tuple are sets that do not change; an exception and 0 when they are not. */
int are_sets(PyObject *sets);

#define LEAST_PLURAL 5 /* letters */

/* Whether one of such sets holds a word or that of which it is the plural, as Vocabulary (vocabulary.py) tells it; -1 and
   an exception on failure. `letters` are those of the word,
   in UTF-8; of one that is too short for a plural there need be none. */
int listed(PyObject *sets, PyObject *word, Piece letters);

/* network_values(tables, layers, columns, values), network_scores(weights, bias, values, tags, scores),
   network_shares(odds, tags) and network_is_fast() (network_call.c). */
PyObject *network_values_of(PyObject *module, PyObject *args);
PyObject *network_scores_of(PyObject *module, PyObject *args);
PyObject *network_shares_of(PyObject *module, PyObject *args);
PyObject *network_is_fast_of(PyObject *module, PyObject *none);

/* flat_rows(lines, rows, into, bounds) and columns(…) (columns_call.c). */
PyObject *flat_rows_of(PyObject *module, PyObject *args);
PyObject *columns_of(PyObject *module, PyObject *args);

/* tokens(text, known, tell) (tokens.c). */
PyObject *tokens_of(PyObject *module, PyObject *args);

/* near(texts, words, edits) and near_words(texts, words, edits) (near.c). */
/* near(texts, words, edits), near_words(texts, words, edits) and name_hits(names, edits, parted, words, capitals) (near.c). */
PyObject *near_of(PyObject *module, PyObject *args);
PyObject *near_words_of(PyObject *module, PyObject *args);
PyObject *name_hits_of(PyObject *module, PyObject *args);

/* folded_pieces(text, kinds, folds) (folded_pieces.c). */
PyObject *folded_pieces_of(PyObject *module, PyObject *args);

/* report_words(text, kinds, folds, longest) (report_words.c). */
PyObject *report_words_of(PyObject *module, PyObject *args);

/* number_hits(text, kinds, plain, skeletons, edits) (number_hits.c). */
PyObject *number_hits_of(PyObject *module, PyObject *args);

/* word_places(text, words) (word_places.c). */
PyObject *word_places_of(PyObject *module, PyObject *args);

struct Program;
const struct Program *program_of(PyObject *object);
int is_program(PyObject *of_module, PyObject *object);

/* The types `Chain` (chain_type.c), `Keys` (list_keys.c), `Program` (program_call.c), `Roots` (roots.c), `Rules`
   (induced_rules.c), `Scores` (scores.c), `Windows` (windows.c) and `WordFacts` (word_facts.c). */
extern PyType_Spec chain_spec, keys_spec, program_spec, roots_spec, rules_spec, scores_spec, windows_spec, word_facts_spec;

#endif
