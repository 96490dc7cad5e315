#include "searched.h"

/* The first place from one on where it stands before `end`, as far as is told; `end` where there is none. */
static size_t first_place(const Searched *of, const uint8_t *text, const Laid *laid, int marked, size_t at, size_t end)
{
    at = marked ? outline_marked(&of->outline, laid, at, end) : outline_start(&of->outline, laid->signs, at, end);
    if (at < end && of->program != NULL && text != NULL) {
        Matching matching;
        if (matching_begin(&matching, of->program, text, end)) {
            size_t begin = at;
            int32_t to = program_search(&matching, of->program, &of->outline, laid->signs, &begin);
            at = to == NO_MATCH ? end : begin; /* where it gave up it is asked again */
        }
        matching_end(&matching);
    }
    return at;
}

int searched_in(const Searched *of, const uint8_t *text, Laid *laid, const Stretches *stretches, Stretches *found)
{
    size_t covered = 0;
    for (size_t i = 0; i < stretches->count; i++) {
        covered += stretches->list[i].end - stretches->list[i].start;
    }
    int wide = covered > laid->size / 8; /* in narrow stretches each sign is sooner looked at */
    if (wide) {
        outline_mark(&of->outline, laid);
    }
    for (size_t i = 0; i < stretches->count; i++) {
        size_t end = stretches->list[i].end;
        size_t at = first_place(of, text, laid, wide, stretches->list[i].start, end);
        if (at < end && !stretches_add(found, (Stretch){at, end})) {
            return 0;
        }
    }
    return 1;
}
