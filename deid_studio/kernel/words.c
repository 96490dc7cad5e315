#include "words.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(text) {text, sizeof(text) - 1} /* in a table: what MSVC takes for constant */
#define HEAD(text) ((Piece)TEXT(text))
#define MOST_OWN 16 /* features beside those of its kinds */
#define LONGEST_OWN 8 /* what is put to a text of its own in one of them */
#define LONGEST_TOLD 12 /* letters */
#define EVERYWHERE (TOKEN | NEXT | NEAR)

/* What signs are, by their shape. */
static const struct {
    Piece sign;
    unsigned marks;
} SIGNS[] = {
    {TEXT("("), OPENING | MARK}, {TEXT("["), OPENING},  {TEXT("{"), OPENING},       {TEXT("\""), OPENING | CLOSING},
    {TEXT("'"), OPENING | CLOSING}, {TEXT("«"), OPENING}, {TEXT("“"), OPENING},     {TEXT("¿"), OPENING},
    {TEXT("¡"), OPENING},        {TEXT(")"), CLOSING | MARK}, {TEXT("]"), CLOSING}, {TEXT("}"), CLOSING},
    {TEXT("»"), CLOSING},        {TEXT("”"), CLOSING},  {TEXT("."), CLOSING | MARK | STOP}, {TEXT(","), CLOSING | MARK},
    {TEXT(";"), CLOSING | MARK}, {TEXT(":"), CLOSING | MARK}, {TEXT("?"), CLOSING}, {TEXT("!"), CLOSING},
};

/* The kinds of `DISTANT` in their order, of which words of a shape and a sign are the first two. */
static const Piece DISTANT_KINDS[DISTANT] = {TEXT("postal"), TEXT("email"), TEXT("country"), TEXT("street_kind"),
                                             TEXT("hospital_word")};

static int is(Piece one, Piece other) { return one.size == other.size && memcmp(one.text, other.text, one.size) == 0; }

/* What a sign is; 0 of other words. */
static unsigned marks_of(Piece shape)
{
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        if (is(shape, SIGNS[i].sign)) {
            return SIGNS[i].marks;
        }
    }
    return 0;
}

void word_marks(Word *word, const Part *kinds, size_t count)
{
    const Piece shape = word->shape.piece;
    int particle = 0;
    if (is(shape, HEAD("99999"))) {
        word->distant[word->distants++] = 0;
    } else if (is(word->folded.piece, HEAD("@"))) {
        word->distant[word->distants++] = 1;
    }
    for (size_t i = 0; i < count; i++) {
        particle = particle || is(kinds[i].piece, HEAD("particle"));
        for (unsigned char kind = 0; kind < DISTANT; kind++) {
            if (is(kinds[i].piece, DISTANT_KINDS[kind]) && word->distants < sizeof word->distant) {
                word->distant[word->distants++] = kind;
            }
        }
    }
    word->marks = marks_of(shape) | (marks_of(word->folded.piece) & MARK ? ENDING : 0) |
                  (is(shape, HEAD("a")) && !particle ? SMALL : 0) |
                  (is(word->short_shape.piece, HEAD("9")) ? NUMBER : 0);
}

/* How far from a word a feature of it is told: at its own place, beside it, two off, farther off. */
enum { TOKEN = 1, NEXT = 2, NEAR = 4, FAR = 8 };

/* A word whose scores are added up, and where its features are written, with the texts of those put together. */
typedef struct {
    Waits waits;
    float *scores;
    Part *feature;
    char *spare;
} Telling;

/* Adds a feature, `head`, a piece and a tail, at the offsets that are so far away. */
static void tell(Telling *of, int where, Piece head, Piece piece, Piece tail)
{
    static const Piece offsets[OFFSETS] = {TEXT("-4"), TEXT("-3"), TEXT("-2"), TEXT("-1"), TEXT("0"),
                                           TEXT("1"),  TEXT("2"),  TEXT("3"),  TEXT("4")};
    static const int distance[OFFSETS] = {FAR, FAR, NEAR, NEXT, TOKEN, NEXT, NEAR, FAR, FAR};
    Part *own = of->feature++;
    const Part *feature = own;
    size_t size = head.size + piece.size + tail.size;
    memcpy(of->spare, head.text, head.size);
    memcpy(of->spare + head.size, piece.text, piece.size);
    memcpy(of->spare + head.size + piece.size, tail.text, tail.size);
    *own = part_of((Piece){of->spare, size});
    of->spare += size;
    for (size_t n = 0; n < OFFSETS; n++) {
        if (distance[n] & where) {
            waits_add(&of->waits, offsets[n], &feature, 1, of->scores + n * of->waits.all->tags);
        }
    }
}

static int begins_letter(char byte) { return ((unsigned char)byte & 0xC0) != 0x80; }

static size_t letters_of(Piece text)
{
    size_t letters = 0;
    for (size_t i = 0; i < text.size; i++) {
        letters += (size_t)begins_letter(text.text[i]);
    }
    return letters;
}

/* A text without its first letters. */
static Piece behind(Piece text, size_t letters)
{
    size_t at = 0;
    while (at < text.size && (letters || !begins_letter(text.text[at]))) {
        letters -= (size_t)begins_letter(text.text[at++]);
    }
    return (Piece){text.text + at, text.size - at};
}

static Piece first_letters(Piece text, size_t letters)
{
    return (Piece){text.text, text.size - behind(text, letters).size};
}

static Piece last_letters(Piece text, size_t letters)
{
    size_t all = letters_of(text);
    return behind(text, all > letters ? all - letters : 0);
}

/* The beginnings and ends of a word of letters. */
static void tell_affixes(Telling *of, Piece folded)
{
    const Piece none = {"", 0};
    size_t size = letters_of(folded);
    for (size_t n = 2; n <= 4; n++) {
        int where = (size > n ? TOKEN : 0) | (n == 3 ? NEXT : 0);
        tell(of, where, HEAD("p="), first_letters(folded, n), none);
    }
    for (size_t n = 2; n <= 4; n++) {
        int where = (size > n ? TOKEN : 0) | (n == 3 ? NEXT | NEAR : 0);
        tell(of, where, HEAD("f="), last_letters(folded, n), none);
    }
}

/* All features of a word, of which `count` lists hold it by itself. */
static void tell_all(Telling *of, const Word *word, const Part *kinds, size_t count)
{
    const Piece none = {"", 0}, shape = word->shape.piece, text = word->text.piece, folded = word->folded.piece;
    char first = shape.size ? shape.text[0] : 0;
    size_t letters = letters_of(text);
    /* In the order of each list of `Word.features`: sums of floats depend on it. */
    tell(of, EVERYWHERE | FAR, HEAD("w="), word->normal.piece, none);
    tell(of, EVERYWHERE, HEAD("s="), shape, none);
    for (size_t i = 0; i < count; i++) {
        tell(of, EVERYWHERE, HEAD("g="), kinds[i].piece, none);
    }
    for (size_t i = 0; i < count; i++) {
        tell(of, EVERYWHERE, HEAD("g="), kinds[i].piece, first == 'A' ? HEAD("/1") : HEAD("/0"));
    }
    char told[] = "l=00";
    size_t length = letters < LONGEST_TOLD ? letters : LONGEST_TOLD, digits = length < 10 ? 1 : 2;
    told[2] = (char)('0' + (digits == 1 ? length : length / 10));
    told[3] = (char)('0' + length % 10);
    tell(of, TOKEN, (Piece){told, 2 + digits}, word->short_shape.piece, none);
    if (first == 'a' || first == 'A') {
        tell_affixes(of, folded);
        tell(of, TOKEN, HEAD("W="), text, none);
        tell(of, TOKEN, HEAD("F="), folded, none);
    } else {
        tell(of, NEAR, HEAD("f="), last_letters(folded, 3), none);
        if (first == '9' && letters == 4) {
            tell(of, TOKEN, HEAD("year="), first_letters(text, 2), none);
        }
    }
    tell(of, FAR, HEAD("S="), word->short_shape.piece, none);
    if (word->cue.piece.size) {
        tell(of, FAR, HEAD("c="), word->cue.piece, none);
    }
}

int word_scores(const Attributes *all, Word *word, const Part *kinds, size_t count, Rows *rows)
{
    const Piece shape = word->shape.piece, text = word->text.piece, folded = word->folded.piece;
    size_t size = 2 * word->normal.piece.size + 2 * shape.size + 4 * word->short_shape.piece.size + 2 * text.size +
                  8 * folded.size + word->cue.piece.size + MOST_OWN * LONGEST_OWN;
    for (size_t i = 0; i < count; i++) {
        size += 2 * (kinds[i].piece.size + LONGEST_OWN);
    }
    Telling of;
    of.waits.all = all;
    of.waits.count = 0;
    Part *features = of.feature = malloc((MOST_OWN + 2 * count) * sizeof(Part));
    char *spare = of.spare = malloc(size);
    float *scores = of.scores = calloc(OFFSETS * all->tags, sizeof(float));
    int done = features != NULL && spare != NULL && scores != NULL;
    if (done) {
        tell_all(&of, word, kinds, count);
        waits_settle(&of.waits);
    }
    done = done && rows_keep(rows, scores, OFFSETS, word->scores);
    free(features);
    free(spare);
    free(scores);
    return done;
}
