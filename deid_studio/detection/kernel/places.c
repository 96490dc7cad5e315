#include "places.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(text) {text, sizeof(text) - 1} /* in a table: what MSVC takes for constant */
#define LITERAL(text) ((Piece)TEXT(text))
#define LONGEST_CHUNK 12 /* words whose shapes are told of a chunk */
#define FAR 12           /* tokens to what is told of from a distance */
#define CUE_REACH 10
#define LABEL_REACH 40

static const Piece NUMERALS[] = {TEXT("0"), TEXT("1"), TEXT("2"), TEXT("3"), TEXT("4"),
                                 TEXT("5"), TEXT("6"), TEXT("7"), TEXT("8"), TEXT("9")};

/* A chunk of tokens without blanks between: its shape and the tokens of it that are no marks around it. */
typedef struct {
    Piece shape;
    size_t first, last, start, end;
} Chunk;

/* A line while its scores are added up: what the places give is apart from what the words give until the end, so that
   sums are rounded as elsewhere. */
typedef struct {
    const Attributes *all;
    const Line *line;
    float *own;
    Chunk *chunks;
    size_t *chunk_of; /* of each token */
    char *shapes;     /* of chunks and segments, one after the other */
} Scene;

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

/* Adds the weights of the feature `head` + `pieces`, with `|` between them, to a token. */
static void see(const Scene *scene, size_t token, Piece head, const Piece *pieces, size_t count)
{
    const Attributes *all = scene->all;
    attribute_add(all, attribute_of(all, head, pieces, count), scene->own + token * all->tags);
}

/* A literal and any number of pieces. */
#define SEE(scene, token, head, ...)                                                                                   \
    see(scene, token, LITERAL(head), (const Piece[]){__VA_ARGS__}, sizeof((const Piece[]){__VA_ARGS__}) / sizeof(Piece))

/* What stands at a place, which may lie up to two beyond either end. */
static Piece at(const Line *line, size_t place, size_t before, Piece (*of)(const Word *))
{
    if (place < before) {
        return LITERAL("^");
    }
    place -= before;
    return place < line->count ? of(line->words[place]) : LITERAL("$");
}

static Piece normal(const Word *word) { return word->normal; }
static Piece shape(const Word *word) { return word->shape; }
static Piece short_shape(const Word *word) { return word->short_shape; }

/* The words' shapes of tokens [first, last) as one, at the end of what was written so far. */
static Piece joined(char **spare, const Line *line, size_t first, size_t last, Piece (*of)(const Word *))
{
    Piece whole = {*spare, 0};
    for (size_t i = first; i < last; i++) {
        Piece part = of(line->words[i]);
        memcpy(*spare, part.text, part.size);
        *spare += part.size;
        whole.size += part.size;
    }
    return whole;
}

/* Chunks of the line; `(11/10/01),` is a date in brackets: the marks around it are not part of its shape. */
static void chunk(Scene *scene)
{
    const Line *line = scene->line;
    char *spare = scene->shapes;
    size_t number = 0;
    for (size_t first = 0, last; first < line->count; first = last) {
        for (last = first + 1; last < line->count && line->starts[last] == line->ends[last - 1]; last++) {
        }
        size_t start = first, end = last;
        while (start + 1 < end && line->words[start]->marks & OPENING) {
            start++;
        }
        while (end > start + 1 && line->words[end - 1]->marks & CLOSING) {
            end--;
        }
        for (size_t i = first; i < last; i++) {
            scene->chunk_of[i] = number;
        }
        Piece own = joined(&spare, line, start, least(end, start + LONGEST_CHUNK), shape);
        scene->chunks[number++] = (Chunk){own, first, last, start, end};
    }
}

/* Where in its chunk a token stands. */
static Piece place_in(const Chunk *chunk, size_t token)
{
    if (token < chunk->start) {
        return LITERAL("<");
    }
    if (token >= chunk->end) {
        return LITERAL(">");
    }
    return chunk->end - chunk->start == 1 ? LITERAL("o") : NUMERALS[least(token - chunk->start, 6)];
}

/* Words, shapes and chunk around a token, and the part of the report. */
static void see_around(const Scene *scene, size_t i, const Chunk *chunk, Piece place)
{
    const Line *line = scene->line;
    size_t chunks = scene->chunk_of[line->count - 1] + 1, number = scene->chunk_of[i];
    Piece a = at(line, i, 2, normal), b = at(line, i, 1, normal), c = at(line, i, 0, normal);
    Piece d = at(line, i + 1, 0, normal), e = at(line, i + 2, 0, normal);
    Piece q = at(line, i, 2, shape), r = at(line, i, 1, shape), s = at(line, i, 0, shape);
    Piece t = at(line, i + 1, 0, shape), u = at(line, i + 2, 0, shape);
    Piece before = number ? scene->chunks[number - 1].shape : LITERAL("^");
    Piece after = number + 1 < chunks ? scene->chunks[number + 1].shape : LITERAL("$");
    SEE(scene, i, "b1=", b, c);
    SEE(scene, i, "b2=", c, d);
    SEE(scene, i, "b3=", a, b);
    SEE(scene, i, "b4=", d, e);
    SEE(scene, i, "b5=", b, d);
    SEE(scene, i, "t1=", r, s, t);
    SEE(scene, i, "t2=", q, r, s);
    SEE(scene, i, "t3=", s, t, u);
    SEE(scene, i, "t5=", at(line, i, 2, short_shape), at(line, i, 1, short_shape), at(line, i, 0, short_shape),
        at(line, i + 1, 0, short_shape), at(line, i + 2, 0, short_shape));
    SEE(scene, i, "k=", chunk->shape, place);
    SEE(scene, i, "k1=", before, chunk->shape, place);
    SEE(scene, i, "k2=", chunk->shape, after, place);
    SEE(scene, i, "x=", line->section);
    SEE(scene, i, "xs=", line->section, s);
    SEE(scene, i, "n=", line->position);
}

/* The label that a token stands after, or (with `<`) belongs to. */
static void see_label(const Scene *scene, size_t i, const Field *field, const Chunk *chunk, Piece place)
{
    const Word *word = scene->line->words[i];
    Piece label = field->label;
    if (i <= field->colon) {
        SEE(scene, i, "L=<", label);
        SEE(scene, i, "Ld=<", label, NUMERALS[0]);
        SEE(scene, i, "Ls=<", label, word->shape);
        SEE(scene, i, "Lk=<", label, chunk->shape, place);
        SEE(scene, i, "Lw=<", label, word->normal);
    } else if (label.size && i - field->colon <= LABEL_REACH) { /* in a narrative the label says nothing any more */
        SEE(scene, i, "L=", label);
        SEE(scene, i, "Ld=", label, NUMERALS[least(i - field->colon, 8)]);
        SEE(scene, i, "Ls=", label, word->shape);
        SEE(scene, i, "Lk=", label, chunk->shape, place);
        SEE(scene, i, "Lw=", label, word->normal);
    }
}

/* What the rest of the report tells of a token. */
static void see_known(const Scene *scene, size_t i)
{
    const Line *line = scene->line;
    const Known *known = &line->known[i];
    Piece s = line->words[i]->shape;
    if (line->neighbours.text != NULL) {
        see(scene, i, line->neighbours, NULL, 0);
        Piece parts[] = {line->neighbours, s};
        see(scene, i, LITERAL(""), parts, 2);
    }
    if (known->is_value) {
        SEE(scene, i, "hv=", known->value);
        SEE(scene, i, "hv=", known->value, s);
        SEE(scene, i, "hw=", known->value, at(line, i + 1, 0, normal));
    }
    if (known->is_lower) {
        see(scene, i, LITERAL("lower"), NULL, 0);
    }
    if (known->is_mail) {
        see(scene, i, LITERAL("mail"), NULL, 0);
    }
}

/* Whether a gap of two and more characters is before a token, as between columns. */
static int is_gap(const Line *line, size_t i)
{
    return i > 0 && i < line->count && line->starts[i] - line->ends[i - 1] > 1;
}

static void see_gaps(const Scene *scene, size_t i)
{
    if (is_gap(scene->line, i)) {
        see(scene, i, LITERAL("gap"), NULL, 0);
        SEE(scene, i, "gap=", scene->line->words[i]->shape);
    }
    if (is_gap(scene->line, i + 1)) {
        see(scene, i, LITERAL("gap>"), NULL, 0);
    }
}

/* Lists and rules that hold a token, or the one before or after it. */
static void see_tags(const Scene *scene, size_t i)
{
    const Known *known = scene->line->known;
    for (size_t n = 0; n < known[i].tags_count; n++) {
        see(scene, i, known[i].tags[n], NULL, 0);
    }
    for (size_t n = 0; i > 0 && n < known[i - 1].tags_count; n++) {
        SEE(scene, i, "-", known[i - 1].tags[n]);
    }
    for (size_t n = 0; i + 1 < scene->line->count && n < known[i + 1].tags_count; n++) {
        SEE(scene, i, "+", known[i + 1].tags[n]);
    }
}

/* How far the nearest postal code, e-mail … is on either side; kinds in the order in which the line has them. */
static void see_distances(const Scene *scene)
{
    static const Piece heads[DISTANT][2] = {{TEXT("D=postal-"), TEXT("D=postal+")},
                                            {TEXT("D=email-"), TEXT("D=email+")},
                                            {TEXT("D=country-"), TEXT("D=country+")},
                                            {TEXT("D=street_kind-"), TEXT("D=street_kind+")},
                                            {TEXT("D=hospital_word-"), TEXT("D=hospital_word+")}};
    const Line *line = scene->line;
    unsigned char order[DISTANT];
    int met[DISTANT] = {0};
    size_t kinds = 0;
    for (size_t i = 0; i < line->count; i++) {
        for (size_t n = 0; n < line->words[i]->distants; n++) {
            unsigned char kind = line->words[i]->distant[n];
            if (!met[kind]) {
                met[kind] = 1;
                order[kinds++] = kind;
            }
        }
    }
    for (size_t k = 0; k < kinds; k++) {
        for (size_t place = 0; place < line->count; place++) {
            const Word *word = line->words[place];
            if (memchr(word->distant, order[k], word->distants) == NULL) {
                continue;
            }
            for (size_t i = place > FAR ? place - FAR : 0; i < least(place + FAR + 1, line->count); i++) {
                size_t away = i > place ? i - place : place - i;
                if (away) {
                    see(scene, i, heads[order[k]][i > place], &NUMERALS[away < 4 ? away : away < 7 ? 4 : 7], 1);
                }
            }
        }
    }
}

/* The nearest cue word before (or after) each token: its kind, its distance, itself, and what stands between. */
static void see_cues(const Scene *scene, int after)
{
    static const Piece heads[2][4] = {{TEXT("C<"), TEXT("V<"), TEXT("N<"), TEXT("U<")},
                                      {TEXT("C>"), TEXT("V>"), TEXT("N>"), TEXT("U>")}};
    const Piece *head = heads[after];
    const Line *line = scene->line;
    const Word *cue = NULL;
    size_t away = 0, numbers = 0, marks = 0;
    int unbroken = 1;
    for (size_t n = 0; n < line->count; n++) {
        size_t i = after ? line->count - 1 - n : n;
        const Word *word = line->words[i];
        away++;
        if (cue != NULL && away <= CUE_REACH) {
            see(scene, i, head[0], (const Piece[]){cue->cue, NUMERALS[least(away, 5)]}, 2);
            see(scene, i, head[0], (const Piece[]){cue->cue, word->shape}, 2);
            see(scene, i, head[1], &cue->folded, 1);
            see(scene, i, head[2], (const Piece[]){cue->cue, NUMERALS[numbers], NUMERALS[marks], word->short_shape}, 4);
            Piece run = unbroken ? LITERAL("True") : LITERAL("False");
            see(scene, i, head[3], (const Piece[]){cue->cue, run, word->short_shape}, 3);
        }
        if (word->cue.size) {
            cue = word;
            away = numbers = marks = 0;
            unbroken = 1;
        } else if (word->marks & NUMBER) {
            numbers = least(numbers + 1, 3);
        } else if (word->marks & MARK) {
            marks = least(marks + 1, 3);
            /* An abbreviation's full stop does not end a name. */
            unbroken = unbroken && word->marks & STOP && cue != NULL && away == 1;
        } else if (word->marks & SMALL) {
            unbroken = 0;
        }
    }
}

static int in_order(const void *one, const void *other)
{
    const Piece *a = one, *b = other;
    int found = memcmp(a->text, b->text, least(a->size, b->size));
    return found ? found : (a->size > b->size) - (a->size < b->size);
}

/* The cues of tokens [first, last), which are at most `MOST_CUED`, in order and each once; returns how many. */
#define MOST_CUED 15
static size_t cues_of(const Line *line, size_t first, size_t last, Piece *cues)
{
    size_t count = 0, kept = 0;
    for (size_t i = first; i < last; i++) {
        if (line->words[i]->cue.size) {
            cues[count++] = line->words[i]->cue;
        }
    }
    qsort(cues, count, sizeof(Piece), in_order);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || in_order(&cues[kept - 1], &cues[i])) {
            cues[kept++] = cues[i];
        }
    }
    return kept;
}

/* A stretch between marks, the same for all its tokens: they are looked up once. */
static void see_segment(const Scene *scene, size_t first, size_t last, Piece previous, char *spare)
{
    const Line *line = scene->line;
    const Attributes *all = scene->all;
    size_t length = last - first, cued = 0;
    Piece opening = line->words[first]->normal, closing = last < line->count ? line->words[last]->folded : LITERAL("$");
    Piece form = length <= 8 ? joined(&spare, line, first, last, short_shape) : LITERAL("long");
    Piece cues[MOST_CUED];
    uint32_t shared[5 + MOST_CUED];
    if (length <= MOST_CUED) {
        cued = cues_of(line, first, last, cues);
    }
    memcpy(spare, closing.text, closing.size);
    spare[closing.size] = NUMERALS[least(length, 9)].text[0];
    Piece ended = {spare, closing.size + 1};
    shared[0] = attribute_of(all, LITERAL("g1="), &opening, 1);
    shared[1] = attribute_of(all, LITERAL("g2="), &line->words[last - 1]->normal, 1);
    shared[2] = attribute_of(all, LITERAL("g3="), &form, 1);
    shared[3] = attribute_of(all, LITERAL("g4="), &previous, 1);
    shared[4] = attribute_of(all, LITERAL("g5="), &ended, 1);
    for (size_t n = 0; n < cued; n++) {
        shared[5 + n] = attribute_of(all, LITERAL("gc="), &cues[n], 1);
    }
    for (size_t i = 0; i < length; i++) {
        for (size_t n = 0; n < 5 + cued; n++) {
            attribute_add(all, shared[n], scene->own + (first + i) * all->tags);
        }
        Piece place = i == 0 ? LITERAL("F") : i == length - 1 ? LITERAL("L") : LITERAL("I");
        SEE(scene, first + i, "g6=", opening, place);
        SEE(scene, first + i, "g7=", form, NUMERALS[least(i, 8)]);
    }
}

static void see_segments(const Scene *scene)
{
    const Line *line = scene->line;
    Piece previous = LITERAL("^");
    for (size_t first = 0, last; first < line->count; first = last + 1) {
        for (last = first; last < line->count && !(line->words[last]->marks & ENDING); last++) {
        }
        if (last > first) {
            see_segment(scene, first, last, previous, scene->shapes);
            previous = line->words[first]->normal;
        }
        if (last < line->count) {
            SEE(scene, last, "g0=", previous);
        }
    }
}

/* Everything in the order of place_features: sums of floats depend on it. */
static void see_all(Scene *scene)
{
    const Line *line = scene->line;
    const Field *field = line->fields, *fields_end = line->fields + line->fields_count;
    chunk(scene);
    for (size_t i = 0; i < line->count; i++) {
        const Chunk *chunk = &scene->chunks[scene->chunk_of[i]];
        Piece place = place_in(chunk, i);
        see_around(scene, i, chunk, place);
        while (field < fields_end && field->end <= i) {
            field++;
        }
        if (field < fields_end && field->start <= i) {
            see_label(scene, i, field, chunk, place);
        }
        see_known(scene, i);
        see_gaps(scene, i);
        see_tags(scene, i);
    }
    see_distances(scene);
    see_cues(scene, 0);
    see_cues(scene, 1);
    see_segments(scene);
}

void word_scores(const Attributes *all, const Piece *const *features, const size_t *sizes, float *scores)
{
    static const Piece offsets[OFFSETS] = {TEXT("-4"), TEXT("-3"), TEXT("-2"), TEXT("-1"), TEXT("0"),
                                           TEXT("1"),  TEXT("2"),  TEXT("3"),  TEXT("4")};
    for (size_t n = 0; n < OFFSETS; n++) {
        size_t away = n > REACH ? n - REACH : REACH - n;
        size_t tier = least(away, TIERS - 1);
        for (size_t i = 0; i < sizes[tier]; i++) {
            uint32_t number = attribute_of(all, offsets[n], &features[tier][i], 1);
            attribute_add(all, number, scores + n * all->tags);
        }
    }
}

/* What the words of each token's window add: the word itself first, then from left to right. */
static void add_words(const Attributes *all, const Line *line, const Word *edge, float *total)
{
    size_t tags = all->tags;
    for (size_t i = 0; i < line->count; i++, total += tags) {
        memcpy(total, line->words[i]->scores + REACH * tags, tags * sizeof(float));
        for (size_t n = 0; n < OFFSETS; n++) {
            size_t place = i + n; /* of the word at that offset, counted from REACH before the line */
            int inside = place >= REACH && place - REACH < line->count;
            const float *from = (inside ? line->words[place - REACH] : edge)->scores + n * tags;
            for (size_t tag = 0; n != REACH && tag < tags; tag++) {
                total[tag] += from[tag];
            }
        }
    }
}

int line_scores(const Attributes *all, const Line *line, const Word *edge, float *total)
{
    size_t count = line->count, shapes = 0, closing = 0;
    if (count == 0) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        const Word *word = line->words[i];
        shapes += word->shape.size > word->short_shape.size ? word->shape.size : word->short_shape.size;
        closing = word->folded.size > closing ? word->folded.size : closing;
    }
    Scene scene = {all, line, calloc(count * all->tags, sizeof(float)), malloc(count * sizeof(Chunk)),
                   malloc(count * sizeof(size_t)), malloc(shapes + closing + 2)};
    int done = scene.own != NULL && scene.chunks != NULL && scene.chunk_of != NULL && scene.shapes != NULL;
    if (done) {
        add_words(all, line, edge, total);
        see_all(&scene);
        for (size_t i = 0; i < count * all->tags; i++) {
            total[i] += scene.own[i];
        }
    }
    free(scene.own);
    free(scene.chunks);
    free(scene.chunk_of);
    free(scene.shapes);
    return done;
}
