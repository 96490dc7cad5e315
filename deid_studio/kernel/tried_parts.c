#include "tried_parts.h"

#include <stdlib.h>

/* As in grammar/windows.py. */
#define LONGEST 4000
#define NEAR 300

size_t line_of(const Lines *report, size_t at)
{
    size_t low = 0, high = report->lines_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (report->lines[middle] <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static size_t end_of_line(const Lines *report, size_t number)
{
    return number + 1 < report->lines_count ? report->lines[number + 1] - 1 : report->length;
}

/* The last blank in [start, end), or `end`. */
static size_t last_blank(const Lines *report, size_t start, size_t end)
{
    for (size_t at = end; at > start; at--) {
        if (report->signs[at - 1] == ' ') {
            return at - 1;
        }
    }
    return end;
}

Stretch near_cue(const Lines *report, size_t at, size_t number, size_t more)
{
    Stretch near = {report->lines[number], end_of_line(report, number + more)};
    if (at - near.start > NEAR) {
        size_t end = at - NEAR + 1, blank = last_blank(report, near.start, end);
        near.start = blank < end ? blank + 1 : near.start;
    }
    if (more == 0 && near.end > at + NEAR) {
        size_t blank = at + NEAR;
        while (blank < near.end && report->signs[blank] != ' ') {
            blank++;
        }
        near.end = blank;
    }
    return near;
}

int is_new_cue(size_t at, size_t end) { return at + NEAR / 2 > end; }

int stretches_add(Stretches *to, Stretch one)
{
    if (to->count == to->room) {
        size_t room = to->room ? 2 * to->room : 4;
        Stretch *list = realloc(to->list, room * sizeof *list);
        if (list == NULL) {
            return 0;
        }
        to->list = list;
        to->room = room;
    }
    to->list[to->count++] = one;
    return 1;
}

int stretches_join(Stretches *to, Stretch one, const Stretches *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        Stretch zone = zones->list[i];
        size_t start = one.start > zone.start ? one.start : zone.start;
        size_t end = one.end < zone.end ? one.end : zone.end;
        Stretch *last = to->count ? &to->list[to->count - 1] : NULL;
        if (start < end && last != NULL && start < last->end) {
            last->end = last->end > end ? last->end : end;
        } else if (start < end && !stretches_add(to, (Stretch){start, end})) {
            return 0;
        }
    }
    return 1;
}

int stretches_cut(Stretches *to, const Lines *report, Stretch one, size_t more)
{
    while (one.end > one.start + LONGEST) {
        size_t far = one.start + LONGEST, number = line_of(report, far), cut = report->lines[number], reach = cut;
        if (cut > one.start) {
            size_t end = end_of_line(report, number - 1 + more);
            reach = end > cut ? end : cut;
        } else {
            cut = reach = last_blank(report, one.start + 1, far);
        }
        if (!stretches_add(to, (Stretch){one.start, reach < one.end ? reach : one.end})) {
            return 0;
        }
        one.start = cut;
    }
    return stretches_add(to, one);
}
