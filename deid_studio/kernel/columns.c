#include "columns.h"

#include <stdlib.h>

#define LONGEST_SPEAKER 20
#define REACH 3
#define SHORT 6     /* places of a line, with its end */
#define FEW 20      /* letters, and the share of capitals, of a report that is said to be in small letters */
#define HARDLY 0.02

/* The numbers of signs (SIGN in word_weights.py). */
enum { COLON = 1, AT, UNDERSCORE, STOP, DASH, SLASH, ORDINALS };

static const Fact nothing;

/* What is known of a place, of none beyond the ends of the report. */
static const Known *known_at(const Report *report, ptrdiff_t at)
{
    return at < 0 || (size_t)at >= report->count ? &nothing.known : &report->places[at].fact->known;
}

static int64_t gap_at(const Report *report, size_t at) { return at < report->count ? report->places[at].gap : -1; }

/* Whether names have a capital in a line, as far as its words tell behind the name of who speaks. */
static int is_cased(const Report *report, const Line *line)
{
    size_t first = line->first, after = line->first + line->size;
    for (size_t at = line->first; at < after && at < line->first + LONGEST_SPEAKER; at++) {
        if (report->places[at].fact->known.sign == COLON && gap_at(report, at + 1) > 0) {
            first = at + 1;
        }
    }
    for (size_t at = first + 1; at < after; at++) {
        if (report->places[at].fact->known.title && report->places[at].end - report->places[at].start > 1) {
            return 1;
        }
    }
    return 0;
}

void lines_tell(Report *report)
{
    for (size_t number = 0; number < report->line_count; number++) {
        Line *line = report->lines + number;
        for (size_t at = line->first; at < line->first + line->size; at++) {
            const Fact *fact = report->places[at].fact;
            line->figure |= fact->known.figure;
            line->lettered |= fact->letters;
            line->lower |= fact->lower;
            line->capital |= fact->capital;
        }
        line->cased = (uint8_t)is_cased(report, line);
    }
}

/* Words that are part of a longer one, as in an address or code, are left open. */
static void weigh_glued(Report *report)
{
    for (size_t at = 1; at + 1 < report->count; at++) {
        unsigned sign = report->places[at].fact->known.sign;
        if (sign >= AT && sign <= SLASH && report->places[at].gap == 0 && report->places[at + 1].gap == 0) {
            const Known *before = known_at(report, (ptrdiff_t)at - 1), *after = known_at(report, (ptrdiff_t)at + 1);
            int address = sign <= UNDERSCORE, stop = sign == STOP;
            if (address || after->figure || (stop && after->letters)) {
                report->places[at - 1].weight = OPEN;
            }
            if (address || before->figure || (stop && before->letters)) {
                report->places[at + 1].weight = OPEN;
            }
        }
    }
}

/* Whether a place is a short number, no year, and no beginning of a date or telephone number. */
static int is_value(const Report *report, size_t at)
{
    unsigned sign = known_at(report, (ptrdiff_t)at + 1)->sign;
    int glued = (sign == COLON || (sign >= STOP && sign <= SLASH)) && gap_at(report, at + 1) == 0 &&
                gap_at(report, at + 2) == 0;
    return known_at(report, (ptrdiff_t)at)->value && !(glued && known_at(report, (ptrdiff_t)at + 2)->alnum);
}

static void weigh_value(Report *report, size_t i)
{
    size_t at = i + 1;
    while (at <= i + REACH && known_at(report, (ptrdiff_t)at)->between) {
        at++;
    }
    if (is_value(report, at)) {
        report->places[i].weight = report->places[at].weight = HARMLESS;
    }
}

static int is_found(const Report *report, ptrdiff_t i)
{
    return known_at(report, known_at(report, i + 1)->opens ? i + 2 : i + 1)->found;
}

/* Whether a cue stands before, with nothing but `de`, its complement and another name between. */
static int is_called(const Report *report, ptrdiff_t i)
{
    if (!known_at(report, i - 1)->of) {
        return known_at(report, i - 1)->cue;
    }
    for (ptrdiff_t at = i - 2; at > i - 2 - REACH; at--) {
        if (known_at(report, at)->cue) {
            return 1;
        }
        if (!known_at(report, at)->bridge) {
            return 0;
        }
    }
    return 0;
}

/* Names of signs, diseases, scales … that stand as such. */
static void weigh_eponyms(Report *report, uint8_t *found)
{
    ptrdiff_t count = (ptrdiff_t)report->count;
    int any = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const Known *known = known_at(report, i);
        found[i] = known->term && ((known->eponym && is_found(report, i)) ||
                                   ((known->eponym || !known->first_name) && is_called(report, i)));
        any |= found[i];
    }
    if (!any) {
        return;
    }
    for (ptrdiff_t i = 2; i < count; i++) {
        found[i] |= known_at(report, i)->eponym && found[i - 2] && known_at(report, i - 1)->joins;
    }
    for (ptrdiff_t i = count - 3; i >= 0; i--) {
        found[i] |= known_at(report, i)->eponym && found[i + 2] && known_at(report, i + 1)->joins;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        if (found[i]) {
            report->places[i].weight = HARMLESS;
        }
    }
}

void places_weigh(Report *report, uint8_t *found)
{
    Place *places = report->places;
    size_t count = report->count;
    for (size_t i = 0; i < count; i++) {
        const Known *known = &places[i].fact->known;
        places[i].weight = report->lines[places[i].line].cased ? known->cased : known->alone;
        /* In the middle of a name words of reports are part of it: `Hospital de la Ribera Alta`. */
        if (places[i].weight == HARMLESS && known->letters && known->title && known_at(report, (ptrdiff_t)i - 1)->title) {
            places[i].weight = PLAIN;
        }
    }
    weigh_glued(report);
    for (size_t i = 0; i < count; i++) {
        if (places[i].fact->known.sign >= ORDINALS) {
            int numbered = known_at(report, (ptrdiff_t)i - 1)->digits ||
                           (i && !places[i - 1].is_end && known_at(report, (ptrdiff_t)i - 2)->digits);
            places[i].weight = numbered ? OPEN : HARMLESS;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (places[i].in_number) {
            places[i].weight = HARMLESS;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (places[i].fact->known.valued) {
            weigh_value(report, i);
        }
    }
    weigh_eponyms(report, found);
    for (size_t i = 1; i < count; i++) {
        if (places[i].fact->known.sign == COLON && places[i - 1].weight == PLAIN) {
            places[i - 1].weight = HARMLESS;
        }
    }
}

/* Whether a place begins a sentence, as far as the place before tells. */
static int is_opening(const Report *report, size_t i)
{
    const Place *place = report->places + i;
    return i == report->lines[place->line].first || report->places[i - 1].fact->stop;
}

int places_flag(const Report *report, uint8_t *marks, size_t width, const size_t *numbers)
{
    uint32_t most = 0;
    for (size_t i = 0; i < report->count; i++) {
        most = report->places[i].fact->same > most ? report->places[i].fact->same : most;
    }
    /* Of words that are folded alike: how often they are met, twice, and whether one stands inside with a capital. */
    uint32_t *met = calloc((size_t)most + 1, sizeof(uint32_t));
    if (met == NULL) {
        return 0;
    }
    size_t letters = 0, capitals = 0;
    for (size_t i = 0; i < report->count; i++) {
        const Fact *fact = report->places[i].fact;
        letters += fact->letters;
        capitals += fact->capital;
        met[fact->same] += 2u * fact->letters;
    }
    for (size_t i = 0; i < report->count; i++) {
        const Fact *fact = report->places[i].fact;
        if (fact->capital && !fact->told && !is_opening(report, i)) {
            met[fact->same] |= 1;
        }
    }
    uint8_t report_lower = letters > FEW && (double)capitals < (double)letters * HARDLY;
    for (size_t i = 0; i < report->count; i++, marks += width) {
        const Place *place = report->places + i;
        if (place->is_end) {
            continue;
        }
        const Line *line = report->lines + place->line;
        uint32_t others = met[place->fact->same];
        uint8_t opening = (uint8_t)is_opening(report, i), inside = place->fact->capital && !opening;
        const uint8_t set[FLAGS] = {
            [LINE_UPPER] = line->lettered && !line->lower,
            [LINE_LOWER] = line->lettered && !line->capital,
            [LINE_FIRST] = i == line->first,
            [AFTER_STOP] = opening,
            [GLUED] = place->gap == 0,
            [WIDE_GAP] = place->gap > 1,
            [CAPITAL_INSIDE] = inside,
            [ELSEWHERE_CAPITAL_INSIDE] = (others & 1) && !inside,
            [ELSEWHERE] = others > 3,
            [LINE_SHORT] = line->size <= SHORT,
            [REPORT_LOWER] = report_lower,
            [IS_PLAIN] = place->weight == PLAIN,
            [IS_HARMLESS] = place->weight == HARMLESS,
        };
        for (size_t flag = 0; flag < FLAGS; flag++) {
            marks[numbers[flag]] = set[flag];
        }
    }
    free(met);
    return 1;
}
