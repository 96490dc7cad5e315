#include "places.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(text) {text, sizeof(text) - 1} /* in a table: what MSVC takes for constant */
#define LITERAL(text) ((Piece)TEXT(text))
#define SIGN(text, sign) {{text, 1}, sign, BASE} /* a part of one letter */
#define LONGEST_CHUNK 12 /* words whose shapes are told of a chunk */
#define FAR 12           /* tokens to what is told of from a distance */
#define CUE_REACH 10
#define LABEL_REACH 40

static const Part NUMERALS[] = {SIGN("0", '0'), SIGN("1", '1'), SIGN("2", '2'), SIGN("3", '3'), SIGN("4", '4'),
                                SIGN("5", '5'), SIGN("6", '6'), SIGN("7", '7'), SIGN("8", '8'), SIGN("9", '9')};
static const Part BEFORE = SIGN("<", '<'), BEHIND = SIGN(">", '>'), ALONE = SIGN("o", 'o');
static const Part BEGIN = SIGN("^", '^'), END = SIGN("$", '$');
static const Part FIRST = SIGN("F", 'F'), LAST = SIGN("L", 'L'), INNER = SIGN("I", 'I');

/* A chunk of tokens without blanks between: its shape and the tokens of it that are no marks around it. */
typedef struct {
    Part shape;
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
    Part long_form, whole, broken;
    uint32_t section, position, neighbours; /* attributes of all tokens of the line */
    Waits waits;
} Scene;

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

/* Adds the weights of a feature to a token; the parts live until all is settled. */
static inline void see(Scene *scene, size_t token, Piece head, const Part *const *parts, size_t count)
{
    waits_add(&scene->waits, head, parts, count, scene->own + token * scene->all->tags);
}

/* Adds the weights of a feature that was looked up before. */
static inline void see_found(Scene *scene, size_t token, uint32_t record)
{
    waits_add_found(&scene->waits, record, scene->own + token * scene->all->tags);
}

/* A literal and any number of parts. */
#define SEE(scene, token, head, ...)                                                                                   \
    see(scene, token, LITERAL(head), (const Part *const[]){__VA_ARGS__},                                               \
        sizeof((const Part *const[]){__VA_ARGS__}) / sizeof(const Part *))

/* What stands at a place, which may lie up to two beyond either end. */
static const Part *at(const Line *line, size_t place, size_t before, const Part *(*of)(const Word *))
{
    if (place < before) {
        return &BEGIN;
    }
    place -= before;
    return place < line->count ? of(line->words[place]) : &END;
}

static const Part *normal(const Word *word) { return &word->normal; }
static const Part *shape(const Word *word) { return &word->shape; }
static const Part *short_shape(const Word *word) { return &word->short_shape; }

/* Writes a part behind a whole. */
static void join(Part *whole, const Part *part)
{
    memcpy((char *)whole->piece.text + whole->piece.size, part->piece.text, part->piece.size);
    whole->piece.size += part->piece.size;
    whole->hash = whole->hash * part->power + part->hash;
    whole->power *= part->power;
}

/* The words' shapes of tokens [first, last) as one, at the end of what was written so far. */
static Part joined(char **spare, const Line *line, size_t first, size_t last, const Part *(*of)(const Word *))
{
    Part whole = {{*spare, 0}, 0, 1};
    for (size_t i = first; i < last; i++) {
        join(&whole, of(line->words[i]));
    }
    *spare += whole.piece.size;
    return whole;
}

/* Chunks of the line; `(11/10/01),` is a date in brackets: the marks around it are not part of its shape. */
static void chunk(Scene *scene)
{
    const Line *line = scene->line;
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
        Part own = joined(&scene->shapes, line, start, least(end, start + LONGEST_CHUNK), shape);
        scene->chunks[number++] = (Chunk){own, first, last, start, end};
    }
}

/* Where in its chunk a token stands. */
static const Part *place_in(const Chunk *chunk, size_t token)
{
    if (token < chunk->start) {
        return &BEFORE;
    }
    if (token >= chunk->end) {
        return &BEHIND;
    }
    return chunk->end - chunk->start == 1 ? &ALONE : &NUMERALS[least(token - chunk->start, 6)];
}

static Name name_of(Piece head, const Part *part) { return (Name){.head = head, .parts = {part}, .count = part != NULL}; }

/* Looks up what all tokens of the line have. */
static void see_line(Scene *scene)
{
    const Line *line = scene->line;
    Name names[] = {name_of(LITERAL("x="), &line->section), name_of(LITERAL("n="), &line->position),
                    name_of(line->neighbours.piece, NULL)};
    uint32_t found[3] = {NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE};
    attributes_of(scene->all, names, line->neighbours.piece.text != NULL ? 3 : 2, found);
    scene->section = found[0];
    scene->position = found[1];
    scene->neighbours = found[2];
}

/* Words, shapes and chunk around a token, and the part of the report. */
static void see_around(Scene *scene, size_t i, const Chunk *chunk, const Part *place)
{
    const Line *line = scene->line;
    size_t chunks = scene->chunk_of[line->count - 1] + 1, number = scene->chunk_of[i];
    const Part *a = at(line, i, 2, normal), *b = at(line, i, 1, normal), *c = at(line, i, 0, normal);
    const Part *d = at(line, i + 1, 0, normal), *e = at(line, i + 2, 0, normal);
    const Part *q = at(line, i, 2, shape), *r = at(line, i, 1, shape), *s = at(line, i, 0, shape);
    const Part *t = at(line, i + 1, 0, shape), *u = at(line, i + 2, 0, shape);
    const Part *before = number ? &scene->chunks[number - 1].shape : &BEGIN;
    const Part *after = number + 1 < chunks ? &scene->chunks[number + 1].shape : &END;
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
    SEE(scene, i, "k=", &chunk->shape, place);
    SEE(scene, i, "k1=", before, &chunk->shape, place);
    SEE(scene, i, "k2=", &chunk->shape, after, place);
    see_found(scene, i, scene->section);
    SEE(scene, i, "xs=", &line->section, s);
    see_found(scene, i, scene->position);
}

/* The label that a token stands after, or (with `<`) belongs to. */
static void see_label(Scene *scene, size_t i, const Field *field, const Chunk *chunk, const Part *place)
{
    const Word *word = scene->line->words[i];
    const Part *label = &field->label;
    if (i <= field->colon) {
        SEE(scene, i, "L=<", label);
        SEE(scene, i, "Ld=<", label, &NUMERALS[0]);
        SEE(scene, i, "Ls=<", label, &word->shape);
        SEE(scene, i, "Lk=<", label, &chunk->shape, place);
        SEE(scene, i, "Lw=<", label, &word->normal);
    } else if (label->piece.size && i - field->colon <= LABEL_REACH) { /* in a narrative it says nothing any more */
        SEE(scene, i, "L=", label);
        SEE(scene, i, "Ld=", label, &NUMERALS[least(i - field->colon, 8)]);
        SEE(scene, i, "Ls=", label, &word->shape);
        SEE(scene, i, "Lk=", label, &chunk->shape, place);
        SEE(scene, i, "Lw=", label, &word->normal);
    }
}

/* What the rest of the report tells of a token. */
static void see_known(Scene *scene, size_t i)
{
    const Line *line = scene->line;
    const Known *known = &line->known[i];
    const Part *s = &line->words[i]->shape;
    if (line->neighbours.piece.text != NULL) {
        see_found(scene, i, scene->neighbours);
        SEE(scene, i, "", &line->neighbours, s);
        return;
    }
    if (known->is_value) {
        SEE(scene, i, "hv=", &known->value);
        SEE(scene, i, "hv=", &known->value, s);
        SEE(scene, i, "hw=", &known->value, at(line, i + 1, 0, normal));
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

static void see_gaps(Scene *scene, size_t i)
{
    if (is_gap(scene->line, i)) {
        see(scene, i, LITERAL("gap"), NULL, 0);
        SEE(scene, i, "gap=", &scene->line->words[i]->shape);
    }
    if (is_gap(scene->line, i + 1)) {
        see(scene, i, LITERAL("gap>"), NULL, 0);
    }
}

/* Lists and rules that hold a token, or the one before or after it. */
static void see_tags(Scene *scene, size_t i)
{
    const Known *known = scene->line->known;
    for (size_t n = 0; n < known[i].tags_count; n++) {
        SEE(scene, i, "", &known[i].tags[n]);
    }
    for (size_t n = 0; i > 0 && n < known[i - 1].tags_count; n++) {
        SEE(scene, i, "-", &known[i - 1].tags[n]);
    }
    for (size_t n = 0; i + 1 < scene->line->count && n < known[i + 1].tags_count; n++) {
        SEE(scene, i, "+", &known[i + 1].tags[n]);
    }
}

/* How far the nearest postal code, e-mail … is on either side; kinds in the order in which the line has them. */
static void see_distances(Scene *scene)
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
                    const Part *bucket = &NUMERALS[away < 4 ? away : away < 7 ? 4 : 7];
                    see(scene, i, heads[order[k]][i > place], &bucket, 1);
                }
            }
        }
    }
}

/* The nearest cue word before (or after) each token: its kind, its distance, itself, and what stands between. */
static void see_cues(Scene *scene, int after)
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
            const Part *of = &cue->cue, *run = unbroken ? &scene->whole : &scene->broken;
            see(scene, i, head[0], (const Part *const[]){of, &NUMERALS[least(away, 5)]}, 2);
            see(scene, i, head[0], (const Part *const[]){of, &word->shape}, 2);
            see(scene, i, head[1], (const Part *const[]){&cue->folded}, 1);
            see(scene, i, head[2],
                (const Part *const[]){of, &NUMERALS[numbers], &NUMERALS[marks], &word->short_shape}, 4);
            see(scene, i, head[3], (const Part *const[]){of, run, &word->short_shape}, 3);
        }
        if (word->cue.piece.size) {
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
    Piece a = (*(const Part *const *)one)->piece, b = (*(const Part *const *)other)->piece;
    int found = memcmp(a.text, b.text, least(a.size, b.size));
    return found ? found : (a.size > b.size) - (a.size < b.size);
}

/* The cues of tokens [first, last), which are at most `MOST_CUED`, in order and each once; returns how many. */
#define MOST_CUED 15
static size_t cues_of(const Line *line, size_t first, size_t last, const Part **cues)
{
    size_t count = 0, kept = 0;
    for (size_t i = first; i < last; i++) {
        if (line->words[i]->cue.piece.size) {
            cues[count++] = &line->words[i]->cue;
        }
    }
    qsort(cues, count, sizeof(const Part *), in_order);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || in_order(&cues[kept - 1], &cues[i])) {
            cues[kept++] = cues[i];
        }
    }
    return kept;
}

/* A stretch between marks, most of which is the same for all its tokens: that is looked up once. */
static void see_segment(Scene *scene, size_t first, size_t last, const Part *previous)
{
    const Line *line = scene->line;
    const Attributes *all = scene->all;
    size_t length = last - first;
    const Part *opening = &line->words[first]->normal, *cues[MOST_CUED];
    size_t cued = length <= MOST_CUED ? cues_of(line, first, last, cues) : 0;
    Part joint = length <= 8 ? joined(&scene->shapes, line, first, last, short_shape) : scene->long_form;
    Part ended = {{scene->shapes, 0}, 0, 1};
    join(&ended, last < line->count ? &line->words[last]->folded : &END);
    join(&ended, &NUMERALS[least(length, 9)]);
    scene->shapes += ended.piece.size;
    Name names[5 + MOST_CUED] = {name_of(LITERAL("g1="), opening),
                                 name_of(LITERAL("g2="), &line->words[last - 1]->normal),
                                 name_of(LITERAL("g3="), &joint),
                                 name_of(LITERAL("g4="), previous),
                                 name_of(LITERAL("g5="), &ended)};
    uint32_t shared[5 + MOST_CUED];
    for (size_t n = 0; n < cued; n++) {
        names[5 + n] = name_of(LITERAL("gc="), cues[n]);
    }
    attributes_of(all, names, 5 + cued, shared);
    waits_settle(&scene->waits);
    for (size_t i = 0; i < length; i++) {
        for (size_t n = 0; n < 5 + cued; n++) {
            attribute_add(all, shared[n], scene->own + (first + i) * all->tags);
        }
        SEE(scene, first + i, "g6=", opening, i == 0 ? &FIRST : i == length - 1 ? &LAST : &INNER);
        SEE(scene, first + i, "g7=", &joint, &NUMERALS[least(i, 8)]);
    }
    waits_settle(&scene->waits); /* while its forms are there */
}

static void see_segments(Scene *scene)
{
    const Line *line = scene->line;
    const Part *previous = &BEGIN;
    for (size_t first = 0, last; first < line->count; first = last + 1) {
        for (last = first; last < line->count && !(line->words[last]->marks & ENDING); last++) {
        }
        if (last > first) {
            see_segment(scene, first, last, previous);
            previous = &line->words[first]->normal;
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
    see_line(scene);
    chunk(scene);
    for (size_t i = 0; i < line->count; i++) {
        const Chunk *chunk = &scene->chunks[scene->chunk_of[i]];
        const Part *place = place_in(chunk, i);
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
    waits_settle(&scene->waits);
}

static void add(const float *restrict from, float *restrict into, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        into[i] += from[i];
    }
}

/* Fetches in the meantime what a word of the line adds, if it has one there. */
static void fetch_scores(const Line *line, size_t at, size_t tags)
{
    for (size_t n = 0; at < line->count && n < OFFSETS; n++) {
        fetch(line->words[at]->scores[n], tags * sizeof(float));
    }
}

/* What the words of each token's window add: the word itself first, then from left to right. */
static void add_words(const Attributes *all, const Line *line, const Word *edge, float *total)
{
    size_t tags = all->tags;
    for (size_t i = 0; i < line->count; i++) {
        memcpy(total + i * tags, line->words[i]->scores[REACH], tags * sizeof(float));
    }
    for (size_t place = 0; place < line->count + 2 * REACH; place++) { /* counted from REACH before the line */
        const Word *word = place >= REACH && place - REACH < line->count ? line->words[place - REACH] : edge;
        fetch_scores(line, place + 2 - REACH, tags);
        for (size_t n = 0; n < OFFSETS && n <= place; n++) {
            if (n != REACH && place - n < line->count) {
                add(word->scores[n], total + (place - n) * tags, tags);
            }
        }
    }
}

int lines_scores(const Attributes *all, const Line *lines, size_t count, const Word *edge, float *total)
{
    size_t longest = 0, written = 0;
    for (size_t n = 0; n < count; n++) {
        size_t shapes = 0;
        for (size_t i = 0; i < lines[n].count; i++) {
            const Word *word = lines[n].words[i];
            /* Those of its chunk and its segment, or the mark at the end of one, with a numeral. */
            shapes += word->shape.piece.size + word->short_shape.piece.size + word->folded.piece.size + 2;
        }
        written = shapes > written ? shapes : written;
        longest = lines[n].count > longest ? lines[n].count : longest;
    }
    size_t cells = (longest + 1) * all->tags;
    float *own = malloc(cells * sizeof(float));
    Chunk *chunks = malloc((longest + 1) * sizeof(Chunk));
    size_t *chunk_of = malloc((longest + 1) * sizeof(size_t));
    char *shapes = malloc(written + 3);
    int done = own != NULL && chunks != NULL && chunk_of != NULL && shapes != NULL;
    Scene scene;
    scene.all = all;
    scene.own = own;
    scene.chunks = chunks;
    scene.chunk_of = chunk_of;
    scene.long_form = part_of(LITERAL("long"));
    scene.whole = part_of(LITERAL("True"));
    scene.broken = part_of(LITERAL("False"));
    scene.waits.all = all;
    scene.waits.count = 0;
    for (size_t n = 0; done && n < count; n++) {
        scene.line = &lines[n];
        scene.shapes = shapes;
        cells = lines[n].count * all->tags;
        memset(own, 0, cells * sizeof(float));
        add_words(all, &lines[n], edge, total);
        if (lines[n].count) {
            see_all(&scene);
        }
        add(own, total, cells);
        total += cells;
    }
    free(own);
    free(chunks);
    free(chunk_of);
    free(shapes);
    return done;
}
