#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) /* and clang, which says so too */
#include <immintrin.h>

#define LANES 16 /* in which values are summed, one after the other, before the lanes are */
#define TOGETHER 6 /* places */
#define BLOCK 2048
#define SMALL 1e-5f
#define UNROLLED _Pragma("GCC unroll 6") /* so that sums stay in registers */

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))
#define WITHIN VNNI static inline __attribute__((always_inline))

WITHIN float total(const float *values, size_t width)
{
    float lane[LANES] = {0};
    for (size_t at = 0; at < width; at += LANES) {
        for (size_t i = 0; i < LANES; i++) {
            lane[i] += values[at + i];
        }
    }
    for (size_t half = LANES / 2; half; half /= 2) {
        for (size_t i = 0; i < half; i++) {
            lane[i] += lane[half + i];
        }
    }
    return lane[0];
}

WITHIN void norm(float *values, size_t width, float *spare)
{
    float mean = total(values, width) / (float)width;
    for (size_t i = 0; i < width; i++) {
        values[i] -= mean;
        spare[i] = values[i] * values[i];
    }
    float scale = 1.0f / sqrtf(total(spare, width) / (float)width + SMALL);
    for (size_t i = 0; i < width; i++) {
        values[i] *= scale;
    }
}

/* Figures of eight bits, of values in steps; 128 stands for nothing. */
WITHIN void figures(const float *values, size_t width, float per, uint8_t *into)
{
    const float rounding = 12582912.0f; /* 1.5 * 2^23: what is added to it is rounded to a whole number */
    for (size_t i = 0; i < width; i++) {
        float value = values[i] * per;
        value = value > 127.0f ? 127.0f : value;
        value = value < -127.0f ? -127.0f : value;
        into[i] = (uint8_t)((int32_t)((value + rounding) - rounding) + 128);
    }
}

WITHIN void look(const Seen *seen, const Places *places, float *values, float *spare)
{
    size_t width = seen->width;
    for (size_t at = 0; at < places->count; at++, values += width) {
        memcpy(values, seen->words + (size_t)places->words[at] * width, width * sizeof(float));
        for (size_t k = 0; k <= PARTS; k++) {
            const float *row = k < PARTS
                                   ? seen->parts + (size_t)places->parts[at * PARTS + k] * width
                                   : seen->shapes + (size_t)places->shapes[at] * width;
            for (size_t i = 0; i < width; i++) {
                values[i] += row[i];
            }
        }
        const float *marks = places->marks + at * seen->marks_count;
        for (size_t k = 0; k < seen->marks_count; k++) {
            if (marks[k] != 0) {
                const float *row = seen->marks + k * width;
                for (size_t i = 0; i < width; i++) {
                    values[i] += row[i];
                }
            }
        }
        norm(values, width, spare);
        for (size_t i = 0; i < width; i++) {
            values[i] = values[i] * seen->gain[i] + seen->shift[i];
        }
    }
}

/* The room of a layer: figures, with as many empty places on both sides as the widest step, and the larger halves. */
typedef struct {
    uint8_t *x;
    float *larger, *spare;
} Room;

/* Four figures as one. */
WITHIN int four(const uint8_t *x)
{
    int found;
    memcpy(&found, x, sizeof found);
    return found;
}

WITHIN __m512 scaled(const Layer *layer, __m512i sum, size_t value)
{
    __m512 found = _mm512_cvtepi32_ps(_mm512_sub_epi32(sum, _mm512_loadu_si512(layer->lifted + value)));
    found = _mm512_mul_ps(found, _mm512_loadu_ps(layer->factors + value));
    return _mm512_add_ps(found, _mm512_loadu_ps(layer->bias + value));
}

WITHIN void sum_some(const Layer *layer, const uint8_t *x, size_t spread, size_t width, size_t first, float *larger)
{
    const int8_t *weights = layer->weights + first * 3 * width * 2;
    __m512i sums[TOGETHER][4];
    UNROLLED
    for (size_t p = 0; p < TOGETHER; p++) {
        UNROLLED
        for (size_t v = 0; v < 4; v++) {
            sums[p][v] = _mm512_setzero_si512();
        }
    }
    for (size_t tap = 0; tap < 3; tap++) {
        const uint8_t *from = x + tap * spread - spread;
        for (size_t k = 0; k < width; k += 4, weights += 256) {
            const __m512i own[4] = {_mm512_loadu_si512(weights), _mm512_loadu_si512(weights + 64),
                                    _mm512_loadu_si512(weights + 128), _mm512_loadu_si512(weights + 192)};
            UNROLLED
            for (size_t p = 0; p < TOGETHER; p++) {
                __m512i figure = _mm512_set1_epi32(four(from + p * width + k));
                UNROLLED
                for (size_t v = 0; v < 4; v++) {
                    /* The intrinsic has GCC move the sums about, which takes half as long again. */
                    __asm__("vpdpbusd %2, %1, %0" : "+v"(sums[p][v]) : "v"(figure), "v"(own[v]));
                }
            }
        }
    }
    UNROLLED
    for (size_t p = 0; p < TOGETHER; p++) {
        for (size_t v = 0; v < 2; v++) {
            size_t value = first + v * 16;
            __m512 found = _mm512_max_ps(scaled(layer, sums[p][v], value), scaled(layer, sums[p][v + 2], width + value));
            _mm512_storeu_ps(larger + p * width + value, found);
        }
    }
}

WITHIN void sum(const Layer *layer, const uint8_t *x, size_t spread, size_t width, size_t count, float *larger)
{
    for (size_t first = 0; first < width; first += ABREAST) {
        for (size_t at = 0; at < count; at += TOGETHER) {
            sum_some(layer, x + at * width, spread, width, first, larger + at * width);
        }
    }
}

VNNI static void reckon(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                        const Room *room)
{
    size_t width = seen->width, count = places->count;
    look(seen, places, values, room->spare);
    for (size_t number = 0; number < depth; number++) {
        const Layer *layer = layers + number;
        for (size_t at = 0; at < count; at++) {
            figures(values + at * width, width, 1.0f / layer->step, room->x + at * width);
        }
        sum(layer, room->x, layer->dilation * width, width, count, room->larger);
        for (size_t at = 0; at < count; at++) {
            float *own = room->larger + at * width, *value = values + at * width;
            norm(own, width, room->spare);
            for (size_t i = 0; i < width; i++) {
                value[i] += own[i] * layer->gain[i];
            }
        }
    }
}

int network_is_fast(void)
{
    return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values)
{
    size_t width = seen->width, beyond = 0, reach = 0;
    for (size_t number = 0; number < depth; number++) {
        beyond = layers[number].dilation > beyond ? layers[number].dilation : beyond;
        reach += layers[number].dilation;
    }
    /* Block by block, each with what its places see on both sides, so that a long report stays in the caches. */
    size_t most = (places->count < BLOCK ? places->count : BLOCK + 2 * reach) + TOGETHER;
    size_t figures = (most + 2 * beyond) * width;
    uint8_t *x = malloc(figures + 1);
    float *larger = malloc((2 * most + 1) * width * sizeof(float)), *own = larger + (most + 1) * width;
    int done = x != NULL && larger != NULL;
    const Room room = {x + beyond * width, larger, larger + most * width};
    for (size_t first = 0; done && first < places->count; first += BLOCK) {
        size_t count = places->count - first < BLOCK ? places->count - first : BLOCK;
        size_t start = first < reach ? 0 : first - reach, behind = places->count - first - count;
        const Places block = {places->words + start, places->shapes + start, places->parts + start * PARTS,
                              places->marks + start * seen->marks_count,
                              first - start + count + (behind < reach ? behind : reach)};
        memset(x, 128, figures);
        reckon(seen, layers, depth, &block, own, &room);
        memcpy(values + first * width, own + (first - start) * width, count * width * sizeof(float));
    }
    free(larger);
    free(x);
    return done;
}

#else

int network_is_fast(void)
{
    return 0;
}

int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values)
{
    return 0;
}

#endif
