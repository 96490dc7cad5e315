/* The type `WordFacts`: what is known of words by themselves, as WordTable (word_table.py) tells it. */
#include "arguments.h"

#include <stdlib.h>

#include "columns.h"

#define LONGEST 40 /* of a word that is told here */
#define SHARED 2047 /* rows for parts of words */
#define MOST_ALIKE 5 /* signs: what is written alike for longer is told as if it were so many */
#define LEAST_TERM 3
#define LEAST_WITH_ENDING 7
#define LONGEST_VALUE 4

static const Type BYTES = {"B", 1}, TRUTHS = {"?", 1};

/* What Python says of a character; of one that is strange a word is left to Python, and of all beyond the table. */
enum { ALPHA = 1, LOWER = 2, UPPER = 4, TITLE = 8, DECIMAL = 16, DIGIT = 32, ALNUM = 64, STRANGE = 128 };

/* SHAPES (word_table.py). */
enum { NONE, LINE_END, GAP, SMALL, CAPITAL_1, CAPITAL_2, CAPITAL_4, CAPITALS, NAME, MIXED, FIGURES, MANY_FIGURES = 14, SIGN_ALONE, OTHER };

/* _ROLES (word_weights.py). */
enum {
    EXTENSION = 1, TERM = 2, VALUED = 4, EPONYM = 8, EVERYDAY = 16, STAFF = 32, CUE = 64, BETWEEN = 128, FINDING = 256,
    JOINS = 512, LEADS = 1024, OPENS = 2048
};

/* What lists hold a word by itself say of what it weighs; above, one more than its weight by those that are none of
   names (word_weights.py). */
enum { NAMED = 1, FIRST_NAME = 2, LISTED_CUE = 4, PARTICLE = 8, WEIGHT = 16 };

typedef struct {
    PyObject_HEAD
    PyObject *given; /* what holds all others */
    const uint8_t *characters;
    size_t character_count;
    PyObject *fold, *numbers, *ordinary; /* sets of folded words, as `no_names` */
    PyObject *entries, *listed, *weighed_entries, *weighed;
    PyObject *roles, *signs, *no_names, *is_word;
    Piece *endings;
    size_t ending_count;
    PyObject *kept; /* the bytes of endings */
    size_t ordinary_mark, unknown_mark, both_mark, width;
} WordFacts;

/* A word, with what was found of it. */
typedef struct {
    PyObject *word, *folded;
    Py_UCS4 text[LONGEST + 1], small[LONGEST + 1]; /* as it is, and folded */
    uint8_t is[LONGEST + 1];                       /* what its characters are */
    Py_ssize_t size, folded_size;
    uint8_t all, any; /* what all its characters are, what one is */
    long roles, listed;
    int is_lower, is_upper, is_title, folded_letters, folded_digits;
} Told;

/* --- letters ---------------------------------------------------------------------------------------------------- */

/* The characters of a text; 0 where it is left to Python. */
static int characters(const WordFacts *self, PyObject *word, Py_UCS4 *text, Py_ssize_t *size, uint8_t *is)
{
    *size = PyUnicode_GetLength(word);
    if (*size < 1 || *size > LONGEST || PyUnicode_AsUCS4(word, text, LONGEST + 1, 0) == NULL) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < *size; i++) {
        if (text[i] >= self->character_count || self->characters[text[i]] & STRANGE) {
            return 0;
        }
        is[i] = self->characters[text[i]];
    }
    return 1;
}

/* Whether a word is written as titles are: capitals behind what has none, small letters behind what has. */
static int is_title(const uint8_t *is, Py_ssize_t size)
{
    int before = 0, found = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        if (is[i] & (UPPER | TITLE)) {
            if (before) {
                return 0;
            }
            before = found = 1;
        } else if (is[i] & LOWER) {
            if (!before) {
                return 0;
            }
            found = 1;
        } else {
            before = 0;
        }
    }
    return found;
}

static int is_lower(const uint8_t *is, Py_ssize_t size)
{
    int found = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        if (is[i] & (UPPER | TITLE)) {
            return 0;
        }
        found |= is[i] & LOWER;
    }
    return found != 0;
}

static int shape_of(const Told *told)
{
    Py_ssize_t size = told->size;
    if (told->all & ALPHA) {
        if (told->is_lower) {
            return SMALL;
        }
        if (told->is_upper) {
            return size == 1 ? CAPITAL_1 : size == 2 ? CAPITAL_2 : size < 5 ? CAPITAL_4 : CAPITALS;
        }
        return told->is[0] & UPPER && is_lower(told->is + 1, size - 1) ? NAME : MIXED;
    }
    if (told->all & DECIMAL) {
        return size < 5 ? FIGURES - 1 + (int)size : MANY_FIGURES;
    }
    return size == 1 ? SIGN_ALONE : OTHER;
}

/* CRC-32 as zlib has it, gone on with a byte, four bits at once. */
static uint32_t crc_byte(uint32_t crc, uint32_t byte)
{
    static const uint32_t of[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                    0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                    0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    crc ^= byte;
    crc = crc >> 4 ^ of[crc & 15];
    return crc >> 4 ^ of[crc & 15];
}

static uint32_t crc_of(uint32_t crc, const Py_UCS4 *text, Py_ssize_t size)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        crc = text[i] < 0x80 ? crc_byte(crc, text[i])
                             : crc_byte(crc_byte(crc, 0xC0 | text[i] >> 6), 0x80 | (text[i] & 0x3F));
    }
    return crc;
}

static int32_t row_of(uint32_t crc) { return 1 + (int32_t)((crc ^ 0xFFFFFFFFu) % SHARED); }

static int32_t row_written(const Told *told)
{
    Py_UCS4 form[LONGEST];
    Py_ssize_t size = 0, alike = 0;
    for (Py_ssize_t i = 0; i < told->size; i++) {
        unsigned is = told->is[i];
        Py_UCS4 sign = is & DECIMAL ? '9' : is & UPPER ? 'A' : is & ALPHA ? 'a' : told->text[i];
        alike = size && form[size - 1] == sign ? alike + 1 : 1;
        if (alike <= MOST_ALIKE) {
            form[size++] = sign;
        }
    }
    return row_of(crc_of(0xFFFFFFFFu, form, size));
}

/* The rows of a word's parts (`-os`, `-tos`, `pac-`), and of how it is written. */
static void parts_of(const Told *told, int letters, int32_t *into)
{
    const Py_UCS4 dash = '-', *end = told->small + told->folded_size;
    Py_ssize_t size = letters ? told->folded_size : 0;
    uint32_t behind = crc_of(0xFFFFFFFFu, &dash, 1);
    into[0] = size > 2 ? row_of(crc_of(behind, end - 2, 2)) : 0;
    into[1] = size > 3 ? row_of(crc_of(behind, end - 3, 3)) : 0;
    into[2] = size > 3 ? row_of(crc_of(crc_of(0xFFFFFFFFu, told->small, 3), &dash, 1)) : 0;
    into[3] = row_written(told);
}

/* --- lists ------------------------------------------------------------------------------------------------------ */

/* A whole number that a table has for a key, `otherwise` where it has none; -1 and an exception where it is no number. */
static long number_in(PyObject *table, PyObject *key, long otherwise)
{
    PyObject *found = PyDict_GetItemWithError(table, key);
    return found != NULL ? PyLong_AsLong(found) : PyErr_Occurred() != NULL ? -1 : otherwise;
}

/* What a list of entries has for a word by itself: the item of its kinds, and whether longer ones begin with it. */
static PyObject *entry_of(PyObject *entries, PyObject *by_kinds, PyObject *folded, int *begins)
{
    PyObject *own = PyDict_GetItemWithError(entries, folded), *empty, *number;
    *begins = 0;
    if (own == NULL || (empty = PyUnicode_FromStringAndSize("", 0)) == NULL) {
        return NULL;
    }
    number = PyDict_GetItemWithError(own, empty);
    Py_DECREF(empty);
    *begins = PyDict_Size(own) > (number != NULL);
    Py_ssize_t at = number != NULL ? PyLong_AsSsize_t(number) : -1;
    return number == NULL || PyErr_Occurred() != NULL ? NULL : PyList_GetItem(by_kinds, at);
}

static int ask_word(const WordFacts *self, const Told *told)
{
    PyObject *answer = PyObject_CallFunctionObjArgs(self->is_word, told->folded, NULL);
    int found = answer != NULL ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return found;
}

static int has_ending(const WordFacts *self, const Told *told)
{
    for (size_t i = 0; i < self->ending_count; i++) {
        size_t left = self->endings[i].size, at = (size_t)told->folded_size;
        while (left && at && told->small[at - 1] == (unsigned char)self->endings[i].text[left - 1]) {
            left--;
            at--;
        }
        if (left == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether sets hold a folded word or that of which it is the plural; -1 and an exception on failure. */
static int holds(PyObject *sets, const Told *told)
{
    Piece letters;
    if (!text_piece(told->folded, &letters)) {
        return -1;
    }
    letters.size = told->folded_size < LEAST_PLURAL ? 0 : letters.size;
    return listed(sets, told->folded, letters);
}

/* What a word weighs that is no name; -1 and an exception on failure. */
static int weight_as_word(const WordFacts *self, const Told *told)
{
    if (told->roles & STAFF) {
        return HARMLESS;
    }
    if (told->listed / WEIGHT) {
        return (int)(told->listed / WEIGHT) - 1;
    }
    int is_word = ask_word(self, told);
    return is_word < 0 ? -1 : is_word ? PLAIN : OPEN;
}

/* What letters weigh, in any line and where names have a capital; 0 and an exception on failure. */
static int weigh_letters(const WordFacts *self, const Told *told, Known *known)
{
    int weight;
    if (told->listed / WEIGHT == OPEN + 1) {
        return 1;
    }
    if (!(told->listed & NAMED)) {
        int term = (told->folded_size >= LEAST_TERM && (known->eponym || told->roles & TERM)) ||
                   (told->folded_size >= LEAST_WITH_ENDING && has_ending(self, told));
        weight = term ? HARMLESS : weight_as_word(self, told);
        known->alone = known->cased = (uint8_t)weight;
        return weight >= 0;
    }
    int everyday = told->roles & EVERYDAY && !told->is_title;
    int word = everyday ? 1 : told->is_lower ? ask_word(self, told) : 0;
    if (word <= 0) {
        return word == 0;
    }
    weight = weight_as_word(self, told);
    known->alone = everyday ? (uint8_t)weight : OPEN;
    known->cased = (uint8_t)weight;
    return weight >= 0;
}

/* What is known of a word (WordWeights.known); 0 and an exception on failure. */
static int know(const WordFacts *self, Told *told, Known *known)
{
    int begins, no_name = 0, year = told->size == LONGEST_VALUE && ((told->text[0] == '1' && told->text[1] == '9') ||
                                                                    (told->text[0] == '2' && told->text[1] == '0'));
    PyObject *listed = entry_of(self->weighed_entries, self->weighed, told->folded, &begins);
    told->listed = listed != NULL ? PyLong_AsLong(listed) : 0;
    told->roles = PyErr_Occurred() == NULL ? number_in(self->roles, told->folded, 0) : 0;
    long sign = PyErr_Occurred() == NULL && told->size == 1 ? number_in(self->signs, told->word, 0) : 0;
    if (PyErr_Occurred() == NULL && !(told->roles & EPONYM)) {
        no_name = holds(self->no_names, told);
    }
    if (PyErr_Occurred() != NULL) {
        return 0;
    }
    long roles = told->roles;
    known->sign = (uint8_t)sign;
    known->letters = told->all & ALPHA;
    known->figure = !known->letters && told->any & DIGIT;
    known->core = known->figure;
    for (Py_ssize_t i = 0; i < told->size; i++) {
        known->core |= told->text[i] == 0xBD /* ½ */ ||
                       (told->text[i] == 'M' && i + 1 < told->size && (told->text[i + 1] | 0x20) == 'x');
    }
    known->title = (uint8_t)told->is_title;
    known->valued = (roles & VALUED) != 0;
    known->eponym = roles & EPONYM || no_name;
    known->cue = roles & CUE || told->listed & LISTED_CUE;
    known->first_name = (told->listed & FIRST_NAME) != 0;
    known->between = (roles & BETWEEN) != 0;
    known->value = told->all & DECIMAL && told->size <= LONGEST_VALUE && !year;
    known->alnum = (told->is[0] & ALNUM) != 0;
    known->digits = (told->all & DIGIT) != 0;
    known->term = told->folded_size >= LEAST_TERM && told->folded_letters;
    known->found = roles & FINDING || (told->folded_size < LONGEST_VALUE && told->folded_digits);
    known->bridge = told->folded_letters || (told->folded_size == 1 && told->small[0] == '-');
    known->joins = (roles & JOINS) != 0;
    known->of = (roles & LEADS) != 0;
    known->opens = (roles & OPENS) != 0;
    if (told->folded_size == 1 || roles & EXTENSION) {
        return 1;
    }
    if (told->listed & PARTICLE) {
        known->alone = known->cased = JOINING;
    } else if (known->letters) {
        return weigh_letters(self, told, known);
    } else if (roles & TERM && told->folded_size >= LEAST_TERM) {
        known->alone = known->cased = HARMLESS;
    }
    return 1;
}

/* --- a word's row ----------------------------------------------------------------------------------------------- */

/* Where what is learnt is written. */
typedef struct {
    Fact *facts;
    uint8_t *marked;
    PyObject *folded, *seconds, *keys, *same, *seconds_of;
} Table;

/* A word folded: by Python where it has other letters than those of ASCII. */
static PyObject *folded_of(const WordFacts *self, const Told *told)
{
    char small[LONGEST];
    for (Py_ssize_t i = 0; i < told->size; i++) {
        if (told->text[i] > 0x7F) {
            return PyObject_CallFunctionObjArgs(self->fold, told->word, NULL);
        }
        small[i] = (char)(told->text[i] - 'A' < 26u ? told->text[i] | 0x20 : told->text[i]);
    }
    return PyUnicode_FromStringAndSize(small, told->size);
}

/* What the letters of a word are; 0 where it is left to Python. */
static int look_at(const WordFacts *self, Told *told)
{
    if (!characters(self, told->word, told->text, &told->size, told->is)) {
        return 0;
    }
    told->all = 0xFF;
    told->any = 0;
    int capitals = 1;
    for (Py_ssize_t i = 0; i < told->size; i++) {
        told->all &= told->is[i];
        told->any |= told->is[i];
        capitals &= !(told->is[i] & (LOWER | TITLE));
    }
    told->is_lower = is_lower(told->is, told->size);
    told->is_upper = capitals && told->any & UPPER;
    told->is_title = is_title(told->is, told->size);
    uint8_t is[LONGEST + 1], all = 0xFF;
    told->folded = folded_of(self, told);
    if (told->folded == NULL || !PyUnicode_Check(told->folded) ||
        !characters(self, told->folded, told->small, &told->folded_size, is)) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < told->folded_size; i++) {
        all &= is[i];
    }
    told->folded_letters = all & ALPHA;
    told->folded_digits = all & DIGIT;
    return 1;
}

/* The number of all words that are folded alike; -1 and an exception on failure. */
static long same_of(PyObject *same, PyObject *folded)
{
    Py_ssize_t next = PyDict_Size(same);
    long found = number_in(same, folded, -2);
    if (found == -2) {
        PyObject *number = PyLong_FromSsize_t(next);
        found = number != NULL && PyDict_SetItem(same, folded, number) == 0 ? (long)next : -1;
        Py_XDECREF(number);
    }
    return found;
}

static int set_mark(const WordFacts *self, uint8_t *marked, size_t mark)
{
    if (mark >= self->width) {
        PyErr_SetString(PyExc_ValueError, "no mark");
        return 0;
    }
    marked[mark] = 1;
    return 1;
}

/* Marks what the lists say that hold a word, (marks, whether they make it one of the language, whether it is both of
   names); 0 and an exception when they are none. */
static int mark_listed(const WordFacts *self, PyObject *listed, uint8_t *marked, int *is_word, int *both)
{
    PyObject *marks;
    if (!PyArg_ParseTuple(listed, "O!pp", &PyTuple_Type, &marks, is_word, both)) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(marks); i++) {
        size_t mark = PyLong_AsSize_t(PyTuple_GetItem(marks, i));
        if (PyErr_Occurred() != NULL || !set_mark(self, marked, mark)) {
            return 0;
        }
    }
    return 1;
}

static int append_entries(const Table *table, const Told *told, int key, int begins)
{
    PyObject *seconds = begins ? PyObject_CallFunctionObjArgs(table->seconds_of, told->folded, NULL) : PyTuple_New(0);
    PyObject *own = key ? Py_NewRef(told->folded) : PyUnicode_FromStringAndSize("", 0);
    int done = seconds != NULL && own != NULL && PyList_Append(table->folded, told->folded) == 0 &&
               PyList_Append(table->seconds, seconds) == 0 && PyList_Append(table->keys, own) == 0;
    Py_XDECREF(own);
    Py_XDECREF(seconds);
    return done;
}

/* Fills a word's row; 0 and an exception on failure. */
static int fill_row(const WordFacts *self, Told *told, const Table *table, Fact *fact, uint8_t *marked)
{
    int begins, is_word = 0, both = 0, shape = shape_of(told), letters = shape >= SMALL && shape <= MIXED;
    int key = told->folded_size == 1, ordinary = 0;
    *fact = (Fact){.shape = shape};
    PyObject *listed = entry_of(self->entries, self->listed, told->folded, &begins);
    if (PyErr_Occurred() != NULL || (listed != NULL && !mark_listed(self, listed, marked, &is_word, &both))) {
        return 0;
    }
    if (letters) {
        ordinary = holds(self->ordinary, told);
        key = ordinary > 0 || is_word;
        if (ordinary < 0 || (ordinary && !set_mark(self, marked, self->ordinary_mark)) ||
            (!ordinary && listed == NULL && !set_mark(self, marked, self->unknown_mark)) ||
            (both && !set_mark(self, marked, self->both_mark))) {
            return 0;
        }
    }
    long number = key ? number_in(self->numbers, told->folded, 0) : 0;
    long same = PyErr_Occurred() == NULL ? same_of(table->same, told->folded) : -1;
    long sign = PyErr_Occurred() == NULL && told->size == 1 ? number_in(self->signs, told->word, 0) : 0;
    if (PyErr_Occurred() != NULL) {
        return 0;
    }
    fact->word = (int32_t)number;
    fact->same = (uint32_t)same;
    fact->told = (uint8_t)key;
    fact->letters = (uint8_t)letters;
    fact->capital = letters && told->is[0] & UPPER;
    fact->lower = letters && told->is[told->size - 1] & LOWER;
    fact->stop = sign >> 8 & 1;
    fact->begins = (uint8_t)begins;
    parts_of(told, letters, fact->parts);
    return know(self, told, &fact->known) && append_entries(table, told, key, begins);
}

/* A word, left to Python where it is not told here; 0 and an exception on failure. */
static int learn_word(const WordFacts *self, PyObject *word, const Table *table, Py_ssize_t row, PyObject *tell)
{
    Told told = {.word = word, .folded = NULL};
    int done = word != NULL && PyUnicode_Check(word);
    if (word != NULL && !done) {
        PyErr_SetString(PyExc_TypeError, "no word");
    }
    if (done && look_at(self, &told)) {
        done = fill_row(self, &told, table, table->facts + row, table->marked + (size_t)row * self->width);
    } else if (done && PyErr_Occurred() == NULL) {
        PyObject *number = PyLong_FromSsize_t(row);
        PyObject *answer = number != NULL ? PyObject_CallFunctionObjArgs(tell, word, number, NULL) : NULL;
        Py_XDECREF(number);
        Py_XDECREF(answer);
        done = answer != NULL;
    }
    Py_XDECREF(told.folded);
    return done && PyErr_Occurred() == NULL;
}

/* learn(words, first, (facts, marked, folded, seconds, keys, same), seconds_of, tell): fills the rows of new words from
   the first on; `tell` does so for a word that is not told here. */
static PyObject *learn(WordFacts *self, PyObject *args)
{
    Held held = {.count = 0};
    Table table;
    PyObject *words, *lists, *facts, *marked, *tell;
    Py_ssize_t first;
    if (!PyArg_ParseTuple(args, "O!nO!OO", &PyList_Type, &words, &first, &PyTuple_Type, &lists, &table.seconds_of, &tell) ||
        !PyArg_ParseTuple(lists, "OOO!O!O!O!", &facts, &marked, &PyList_Type, &table.folded, &PyList_Type,
                          &table.seconds, &PyList_Type, &table.keys, &PyDict_Type, &table.same)) {
        return NULL;
    }
    table.facts = held_array(&held, facts, BYTES, PyBUF_WRITABLE, -1);
    Py_ssize_t bytes = held_size(&held), rows = bytes / (Py_ssize_t)sizeof(Fact), count = PyList_Size(words);
    int done = PyErr_Occurred() == NULL;
    if (done && (bytes % (Py_ssize_t)sizeof(Fact) || (uintptr_t)table.facts % _Alignof(Fact) || first < 0 || first > rows ||
                 count > rows - first)) {
        PyErr_SetString(PyExc_ValueError, "no facts, or not of so many words");
        done = 0;
    }
    table.marked = done ? held_array(&held, marked, TRUTHS, PyBUF_WRITABLE, rows * (Py_ssize_t)self->width) : NULL;
    done = done && table.marked != NULL;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        PyObject *word = Py_XNewRef(PyList_GetItem(words, i));
        done = learn_word(self, word, &table, first + i, tell);
        Py_XDECREF(word);
    }
    held_release(&held);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* --- the type --------------------------------------------------------------------------------------------------- */

static void word_facts_dealloc(WordFacts *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    Py_CLEAR(self->given);
    Py_CLEAR(self->kept);
    free(self->endings);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* WordFacts((characters, fold, numbers, ordinary), (entries, listed), (entries, weighed, roles, signs, endings, no_names,
   is_word), (ordinary, unknown, both, width)) */
static PyObject *word_facts_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *group[4], *characters, *endings;
    Piece table;
    if (keywords != NULL && PyDict_Size(keywords)) {
        return PyErr_Format(PyExc_TypeError, "no keywords are taken");
    }
    if (!PyArg_ParseTuple(args, "O!O!O!O!", &PyTuple_Type, &group[0], &PyTuple_Type, &group[1], &PyTuple_Type, &group[2],
                          &PyTuple_Type, &group[3])) {
        return NULL;
    }
    WordFacts *self = (WordFacts *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    Py_ssize_t ordinary, unknown, both, width;
    if (self == NULL ||
        !PyArg_ParseTuple(group[0], "OOO!O!", &characters, &self->fold, &PyDict_Type, &self->numbers, &PyTuple_Type,
                          &self->ordinary) ||
        !PyArg_ParseTuple(group[1], "O!O!", &PyDict_Type, &self->entries, &PyList_Type, &self->listed) ||
        !PyArg_ParseTuple(group[2], "O!O!O!O!O!O!O", &PyDict_Type, &self->weighed_entries, &PyList_Type, &self->weighed,
                          &PyDict_Type, &self->roles, &PyDict_Type, &self->signs, &PyList_Type, &endings,
                          &PyTuple_Type, &self->no_names, &self->is_word) ||
        !PyArg_ParseTuple(group[3], "nnnn", &ordinary, &unknown, &both, &width) ||
        !piece(characters, &table) || !are_sets(self->ordinary) || !are_sets(self->no_names) ||
        (self->endings = pieces(endings, &self->ending_count)) == NULL ||
        (self->kept = PyList_AsTuple(endings)) == NULL) {
        Py_XDECREF((PyObject *)self);
        return NULL;
    }
    if (ordinary < 0 || unknown < 0 || both < 0 || width < 0 || width > INT32_MAX || table.size > 0x800) {
        Py_DECREF((PyObject *)self);
        return PyErr_Format(PyExc_ValueError, "no marks, or characters of more than two bytes");
    }
    self->characters = (const uint8_t *)table.text;
    self->character_count = table.size;
    self->ordinary_mark = (size_t)ordinary;
    self->unknown_mark = (size_t)unknown;
    self->both_mark = (size_t)both;
    self->width = (size_t)width;
    self->given = Py_NewRef(args);
    return (PyObject *)self;
}

static PyMethodDef word_facts_methods[] = {
    {"learn", (PyCFunction)learn, METH_VARARGS, "Fill the rows of new words."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot word_facts_slots[] = {
    {Py_tp_doc, "What is known of words by themselves."},
    {Py_tp_new, word_facts_new},
    {Py_tp_dealloc, word_facts_dealloc},
    {Py_tp_methods, word_facts_methods},
    {0, NULL},
};

PyType_Spec word_facts_spec = {"deid_studio.kernel.native.WordFacts", sizeof(WordFacts), 0, Py_TPFLAGS_DEFAULT,
                               word_facts_slots};
