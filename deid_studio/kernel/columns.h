/* Columns of a report as the context model sees it: facts of words (word_table.py) and of what stands around them. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#define FACT_PARTS 4

/* What is known of a word, as KNOWN (word_weights.py) has it. */
typedef struct {
    uint8_t alone, cased, sign;
    uint8_t letters, figure, core, title, valued, eponym, cue, first_name;
    uint8_t between, value, alnum, digits, term, found, bridge, joins, of, opens;
} Known;

/* A word's row, as _FACTS (word_table.py) has it. */
typedef struct {
    int32_t word, parts[FACT_PARTS], shape;
    uint32_t same;
    uint8_t told, letters, capital, lower, stop, begins;
    Known known;
} Fact;

/* Weights (word_weights.py). */
enum { OPEN, JOINING, PLAIN, HARMLESS };

/* What is marked of a place, in the order in which Python hands in the numbers of the marks. */
enum {
    LINE_UPPER, LINE_LOWER, LINE_FIRST, AFTER_STOP, GLUED, WIDE_GAP, CAPITAL_INSIDE, ELSEWHERE_CAPITAL_INSIDE, ELSEWHERE,
    LINE_SHORT, REPORT_LOWER, IS_PLAIN, IS_HARMLESS, FLAGS
};

/* A place: its word (that of the end of a line has no facts), what is between it and the place before, its line; whether
   a harmless number holds it, and what it weighs. */
typedef struct {
    const Fact *fact;
    int64_t start, end, gap;
    size_t line;
    uint8_t is_end, in_number, weight;
} Place;

/* A line: its first place, how many it has with its end, and what is true of one of them. */
typedef struct {
    size_t first, size;
    uint8_t figure, lettered, lower, capital, cased;
} Line;

typedef struct {
    Place *places;
    Line *lines;
    size_t count, line_count;
} Report;

/* Tells what is true of lines by their places. */
void lines_tell(Report *report);

/* Weighs all places, as Harmless.weigh (harmless.py) does, behind which numbers are known; `found` has room for each
   place. */
void places_weigh(Report *report, uint8_t *found);

/* Sets what is marked of each place but ends of lines in rows of `width` marks, by the numbers of the marks; 0 when
   memory is short. */
int places_flag(const Report *report, uint8_t *marks, size_t width, const size_t *numbers);

#endif
