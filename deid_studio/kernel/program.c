#include "program.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 400000 /* of one match; what takes more is left to the engine, which has a clock */
#define MOST_KEPT 100000  /* ways and marks */
#define DEEPEST 60
#define COUNTER (1 << 24) /* marks of counters; below it groups */

static int has(const uint8_t *set, uint8_t byte) { return set[byte >> 3] >> (byte & 7) & 1; }

/* --- reading ---------------------------------------------------------------------------------------------------- */

static int within(int32_t number, int32_t count) { return number >= 0 && number < count; }

/* How often something may stand at most, as it is kept; one more than ENDLESS for what cannot be. */
static int32_t most_of(int32_t most) { return most == INT32_MAX ? ENDLESS : most < ENDLESS ? most : ENDLESS + 1; }

/* Takes step `number` as it was written; 0 unless it leads to steps, sets, counters and groups that there are. */
static int take_step(const Program *of, const int32_t own[4], int32_t number)
{
    uint8_t op = (uint8_t)own[0], backwards = (uint8_t)(own[0] >> 8), manner = (uint8_t)(own[0] >> 16);
    int32_t a = own[1], b = own[2], c = own[3], fits;
    if (op >= OPS || backwards > 1 || manner > POSSESSIVE || (number == of->steps_count - 1 && op != MATCH)) {
        return 0;
    }
    switch (op) {
    case CHARACTER:
        fits = within(a, 256);
        break;
    case SET:
        fits = within(a, of->sets_count);
        break;
    case RUN:
        fits = within(a, of->sets_count) && b >= 0 && c >= b;
        c = most_of(c);
        break;
    case BRANCH:
        fits = within(a, of->sets_count) && within(b, of->steps_count) && within(c, of->sets_count);
        break;
    case JUMP:
    case LOOK:
    case ATOMIC:
        fits = within(a, of->steps_count);
        break;
    case OPEN:
    case CLOSE:
        fits = within(a - 1, of->groups);
        break;
    case COUNT:
        fits = within(a, of->counters);
        break;
    case AGAIN:
        fits = within(a, of->counters) && b >= 0 && c >= 0 && number + 2 < of->steps_count;
        c = most_of(c);
        break;
    case AT:
        fits = within(a, SPOTS);
        break;
    default:
        fits = 1;
    }
    of->steps[number] = (ProgramStep){op, backwards, manner, (uint16_t)a, (uint16_t)b, (uint16_t)c};
    return fits && within(b, ENDLESS) && within(c, ENDLESS + 1);
}

int program_read(Program *program, const uint8_t *bytes, size_t size)
{
    int32_t head[5];
    memset(program, 0, sizeof *program);
    if (size < sizeof head) {
        return 0;
    }
    memcpy(head, bytes, sizeof head);
    for (int i = 0; i < 4; i++) {
        if (!within(head[i], 1 << 16)) {
            return 0;
        }
    }
    *program = (Program){head[0], head[1], head[2], head[3], head[4], NULL, NULL};
    size_t steps = (size_t)head[0] * 16, sets = (size_t)head[1] * 32;
    if (head[0] < 1 || head[1] <= WORD || !within(head[4], head[1]) || size != sizeof head + steps + sets) {
        return 0;
    }
    program->steps = malloc((size_t)head[0] * sizeof(ProgramStep));
    program->sets = malloc(sets);
    if (program->steps == NULL || program->sets == NULL) {
        return 0;
    }
    for (int32_t i = 0; i < program->steps_count; i++) {
        int32_t own[4];
        memcpy(own, bytes + sizeof head + (size_t)i * sizeof own, sizeof own);
        if (!take_step(program, own, i)) {
            return 0;
        }
    }
    memcpy(program->sets, bytes + sizeof head + steps, sets);
    return 1;
}

void program_let_go(Program *program)
{
    free(program->steps);
    free(program->sets);
}

/* --- matching --------------------------------------------------------------------------------------------------- */

int matching_begin(Matching *matching, const Program *program, const uint8_t *text, size_t end)
{
    matching->text = text;
    matching->end = (int32_t)end;
    matching->words = program->sets[WORD];
    matching->ways = matching->few_ways;
    matching->marks = matching->few_marks;
    matching->ways_count = matching->marks_count = 0;
    matching->ways_room = sizeof matching->few_ways / sizeof(Way);
    matching->marks_room = sizeof matching->few_marks / sizeof(Mark);
    matching->counters = program->counters ? malloc((size_t)program->counters * sizeof *matching->counters) : NULL;
    return !program->counters || matching->counters != NULL;
}

void matching_end(Matching *matching)
{
    if (matching->ways != matching->few_ways) {
        free(matching->ways);
    }
    if (matching->marks != matching->few_marks) {
        free(matching->marks);
    }
    free(matching->counters);
}

/* Room for one more, in memory of its own once there is none in `few`. */
static int grown(void **list, size_t *room, size_t count, size_t size, const void *few)
{
    if (count < *room) {
        return 1;
    }
    void *more = *room < MOST_KEPT ? realloc(*list == few ? NULL : *list, *room * 2 * size) : NULL;
    if (more == NULL) {
        return 0;
    }
    if (*list == few) {
        memcpy(more, few, count * size);
    }
    *list = more;
    *room *= 2;
    return 1;
}

static int add_way(Matching *m, int32_t step, int32_t at, int32_t limit)
{
    if (!grown((void **)&m->ways, &m->ways_room, m->ways_count, sizeof(Way), m->few_ways)) {
        return 0;
    }
    m->ways[m->ways_count++] = (Way){step, at, limit, (int32_t)m->marks_count};
    return 1;
}

static int add_mark(Matching *m, int32_t what, int32_t at, int32_t before)
{
    if (!grown((void **)&m->marks, &m->marks_room, m->marks_count, sizeof(Mark), m->few_marks)) {
        return 0;
    }
    m->marks[m->marks_count++] = (Mark){what, at, before};
    return 1;
}

static void back_to(Matching *m, size_t marks)
{
    while (m->marks_count > marks) {
        const Mark *mark = &m->marks[--m->marks_count];
        if (mark->what >= COUNTER) {
            m->counters[mark->what - COUNTER][0] = mark->at;
            m->counters[mark->what - COUNTER][1] = mark->before;
        }
    }
}

static int is_at(const Matching *m, int32_t spot, int32_t at)
{
    int before, after;
    switch (spot) {
    case LINE_BEGINS:
        return at == 0 || m->text[at - 1] == '\n';
    case LINE_ENDS:
        return at == m->end || m->text[at] == '\n';
    case TEXT_BEGINS:
        return at == 0;
    case TEXT_ENDS:
        return at == m->end;
    default:
        before = at > 0 && has(m->words, m->text[at - 1]);
        after = at < m->end && has(m->words, m->text[at]);
        return (before != after) == (spot == WORD_EDGE);
    }
}

/* Takes the counter's count and beginning, and keeps what they were. */
static int set_counter(Matching *m, int32_t counter, int32_t count, int32_t at)
{
    int32_t *own = m->counters[counter];
    if (!add_mark(m, COUNTER + counter, own[0], own[1])) {
        return 0;
    }
    own[0] = count;
    own[1] = at;
    return 1;
}

/* Runs from a step on until it is done: where it ends. */
static int32_t run(Matching *m, const Program *of, int32_t pc, int32_t at, int32_t low, int32_t whole_end, int depth)
{
    const ProgramStep *steps = of->steps;
    const uint8_t *text = m->text;
    const size_t base = m->ways_count, begun = m->marks_count;
    const int32_t end = m->end;
    if (depth > DEEPEST) {
        return GAVE_UP;
    }
    for (;;) {
        const ProgramStep *step = &steps[pc];
        int fits = 1;
        if (m->left-- == 0) {
            return GAVE_UP;
        }
        switch (step->op) {
        case MATCH:
        case DONE:
            if (step->op == MATCH && whole_end >= 0 && at != whole_end) {
                fits = 0;
                break;
            }
            m->ways_count = base;
            return at;
        case CHARACTER:
            if (step->backwards) {
                fits = at > low && text[at - 1] == step->a;
                at--;
            } else {
                fits = at < end && text[at] == step->a;
                at++;
            }
            pc++;
            break;
        case SET:
            if (step->backwards) {
                fits = at > low && has(of->sets[step->a], text[at - 1]);
                at--;
            } else {
                fits = at < end && has(of->sets[step->a], text[at]);
                at++;
            }
            pc++;
            break;
        case RUN: {
            const uint8_t *set = of->sets[step->a];
            int32_t room = step->backwards ? at - low : end - at, count = 0;
            int32_t longest = step->c == ENDLESS || step->c > room ? room : step->c;
            int32_t most = step->manner != LAZY ? longest : step->b < room ? step->b : room;
            if (step->backwards) {
                while (count < most && has(set, text[at - 1 - count])) {
                    count++;
                }
            } else {
                while (count < most && has(set, text[at + count])) {
                    count++;
                }
            }
            fits = count >= step->b;
            m->left -= m->left > (size_t)count / 8 ? (size_t)count / 8 : m->left;
            if (!fits) {
                break;
            }
            int32_t sign = step->backwards ? -1 : 1;
            if (step->manner == GREEDY && count > step->b) {
                if (!add_way(m, pc, at + sign * count, at + sign * step->b)) {
                    return GAVE_UP;
                }
            } else if (step->manner == LAZY) {
                if (longest > count && !add_way(m, pc, at + sign * count, at + sign * longest)) {
                    return GAVE_UP;
                }
            }
            at += sign * count;
            pc++;
            break;
        }
        case BRANCH: {
            int on = step->a == 0, other = step->c == 0;
            if (!on || !other) {
                int there = step->backwards ? at > low : at < end;
                uint8_t byte = there ? text[step->backwards ? at - 1 : at] : 0;
                on = on || (there && has(of->sets[step->a], byte));
                other = other || (there && has(of->sets[step->c], byte));
            }
            int32_t one = step->manner == LAZY ? step->b : pc + 1, two = step->manner == LAZY ? pc + 1 : step->b;
            fits = on || other;
            if (on && other && !add_way(m, two, at, -1)) {
                return GAVE_UP;
            }
            pc = on && other ? one : on ? pc + 1 : step->b;
            break;
        }
        case JUMP:
            pc = step->a;
            break;
        case OPEN:
        case CLOSE:
            if (!add_mark(m, step->op == OPEN ? step->a : step->a | CLOSED, at, 0)) {
                return GAVE_UP;
            }
            pc++;
            break;
        case LOOK:
        case ATOMIC: {
            size_t marks = m->marks_count;
            int look = step->op == LOOK;
            int32_t found = run(m, of, pc + 1, at, look ? 0 : low, -1, depth + 1);
            if (found == GAVE_UP) {
                return GAVE_UP;
            }
            fits = (found != NO_MATCH) != (look && step->manner == 1);
            if (look && step->manner == 1) {
                back_to(m, marks);
            }
            at = look || !fits ? at : found;
            pc = step->a;
            break;
        }
        case COUNT:
            if (!set_counter(m, step->a, 0, -1)) {
                return GAVE_UP;
            }
            pc++;
            break;
        case AGAIN: {
            int32_t count = m->counters[step->a][0], last = m->counters[step->a][1];
            if ((count > 0 && last == at) || (step->c != ENDLESS && count >= step->c)) {
                pc++;
            } else if (count < step->b) {
                fits = set_counter(m, step->a, count + 1, at);
                pc += 2;
            } else if (step->manner == LAZY) {
                if (!add_way(m, pc, at, -2)) {
                    return GAVE_UP;
                }
                pc++;
                break;
            } else {
                fits = add_way(m, pc + 1, at, -1) && set_counter(m, step->a, count + 1, at);
                pc += 2;
            }
            if (!fits) {
                return GAVE_UP;
            }
            break;
        }
        default: /* AT */
            fits = is_at(m, step->a, at);
            pc++;
            break;
        }
        while (!fits) { /* another way */
            if (m->ways_count == base) {
                back_to(m, begun);
                return NO_MATCH;
            }
            Way *way = &m->ways[m->ways_count - 1];
            back_to(m, (size_t)way->marks);
            const ProgramStep *of_way = &steps[way->step];
            fits = 1;
            if (m->left-- == 0) {
                return GAVE_UP;
            }
            if (way->limit == -1) {
                pc = way->step;
                at = way->at;
                m->ways_count--;
            } else if (way->limit == -2) { /* once more after all */
                int32_t count = m->counters[of_way->a][0];
                pc = way->step + 2;
                at = way->at;
                m->ways_count--;
                if (!set_counter(m, of_way->a, count + 1, at)) {
                    return GAVE_UP;
                }
            } else if (of_way->manner == LAZY) {
                uint8_t byte = text[of_way->backwards ? way->at - 1 : way->at];
                fits = has(of->sets[of_way->a], byte);
                way->at += of_way->backwards ? -1 : 1;
                at = way->at;
                pc = way->step + 1;
                if (!fits || way->at == way->limit) {
                    m->ways_count--;
                }
            } else {
                way->at -= of_way->backwards ? -1 : 1;
                at = way->at;
                pc = way->step + 1;
                if (way->at == way->limit) {
                    m->ways_count--;
                }
            }
        }
    }
}

int32_t program_match(Matching *matching, const Program *program, int32_t at, int32_t low, int32_t whole_end)
{
    matching->ways_count = matching->marks_count = 0;
    matching->left = MOST_STEPS;
    return run(matching, program, 0, at, low, whole_end, 0);
}

int32_t program_search(Matching *matching, const Program *program, const Outline *outline, const uint8_t *signs,
                       size_t *at)
{
    const uint8_t *first = program->sets[program->first];
    const size_t end = (size_t)matching->end;
    for (; *at <= end; ++*at) {
        if (outline != NULL) {
            *at = outline_start(outline, signs, *at, end);
            if (*at >= end) {
                break;
            }
        } else if (program->first != EVERYTHING && (*at == end || !has(first, matching->text[*at]))) {
            continue;
        }
        int32_t to = program_match(matching, program, (int32_t)*at, 0, -1);
        if (to != NO_MATCH) {
            return to;
        }
    }
    return NO_MATCH;
}
