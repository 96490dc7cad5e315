#define _DEFAULT_SOURCE /* syscall */
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) /* and clang, which says so too */
#include <immintrin.h>

#define LANES 16 /* in which values are summed, one after the other, before the lanes are */
#define TOGETHER 6 /* places */
#define TILE 16    /* rows of a tile: places, or sums of four figures; as many values stand side by side in one */
#define BYTES 64   /* of a row */
#define BLOCK 2048
#define SMALL 1e-5f
#define UNROLLED _Pragma("GCC unroll 6") /* so that sums stay in registers */

#if defined(__linux__) && (__GNUC__ >= 11 || __clang_major__ >= 12)
#define WITH_TILES
#include <sys/syscall.h>
#include <unistd.h>
#endif

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
        const uint8_t *marks = places->marks + at * seen->marks_count;
        for (size_t k = 0; k < seen->marks_count; k += BYTES) {
            /* Few are there: so many are looked at at once. */
            size_t left = seen->marks_count - k;
            __mmask64 some = left < BYTES ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
            __m512i own = _mm512_maskz_loadu_epi8(some, marks + k);
            uint64_t there = _mm512_test_epi8_mask(own, own);
            for (; there; there &= there - 1) {
                const float *row = seen->marks + (k + (size_t)__builtin_ctzll(there)) * width;
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

/* The larger halves of values of a place, from one on. */
WITHIN void larger_of(const Layer *layer, size_t width, size_t value, __m512i one, __m512i other, float *larger)
{
    __m512 found = _mm512_max_ps(scaled(layer, one, value), scaled(layer, other, width + value));
    _mm512_storeu_ps(larger + value, found);
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
            larger_of(layer, width, first + v * 16, sums[p][v], sums[p][v + 2], larger + p * width);
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

#ifdef WITH_TILES

#define TILES __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,amx-tile,amx-int8")))

/* Whether the processor has tiles (AMX), and the system lets this process use them. */
static int has_tiles(void)
{
    static int found = -1;
    if (found < 0) {
        const long ask = 0x1023, figures_of_tiles = 18; /* ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA */
        found = __builtin_cpu_supports("amx-int8") && syscall(SYS_arch_prctl, ask, figures_of_tiles) == 0;
    }
    return found;
}

/* Eight tiles of that form. */
static const struct {
    uint8_t palette, start, none[14];
    uint16_t bytes[16];
    uint8_t rows[16];
} form = {.palette = 1,
          .bytes = {BYTES, BYTES, BYTES, BYTES, BYTES, BYTES, BYTES, BYTES},
          .rows = {TILE, TILE, TILE, TILE, TILE, TILE, TILE, TILE}};

TILES static void tiles_begin(void) { _tile_loadconfig(&form); }

TILES static void tiles_end(void) { _tile_release(); }

/* The same as `sum`, of a width that is a multiple of a row's bytes: two times as many places, two halves of each. */
TILES static void sum_by_tiles(const Layer *layer, const uint8_t *x, size_t spread, size_t width, size_t count,
                               float *larger)
{
    for (size_t first = 0; first < width; first += TILE) {
        const int8_t *block = layer->weights + first / ABREAST * ABREAST * 3 * width * 2 + first % ABREAST * 4;
        for (size_t at = 0; at < count; at += 2 * TILE) {
            const int8_t *weights = block;
            int32_t sums[2][2 * TILE][TILE];
            _tile_zero(0);
            _tile_zero(1);
            _tile_zero(2);
            _tile_zero(3);
            for (size_t tap = 0; tap < 3; tap++) {
                const uint8_t *from = x + (at * width + tap * spread) - spread;
                for (size_t k = 0; k < width; k += BYTES, weights += TILE * 4 * BYTES) {
                    _tile_loadd(4, from + k, width);
                    _tile_loadd(5, weights, 4 * BYTES);
                    _tile_dpbusd(0, 4, 5);
                    _tile_loadd(6, weights + 2 * BYTES, 4 * BYTES);
                    _tile_dpbusd(1, 4, 6);
                    _tile_loadd(7, from + TILE * width + k, width);
                    _tile_dpbusd(2, 7, 5);
                    _tile_dpbusd(3, 7, 6);
                }
            }
            _tile_stored(0, sums[0], BYTES);
            _tile_stored(1, sums[1], BYTES);
            _tile_stored(2, sums[0] + TILE, BYTES);
            _tile_stored(3, sums[1] + TILE, BYTES);
            for (size_t p = 0; p < 2 * TILE; p++) {
                larger_of(layer, width, first, _mm512_loadu_si512(sums[0][p]), _mm512_loadu_si512(sums[1][p]),
                          larger + (at + p) * width);
            }
        }
    }
}

#else

static int has_tiles(void) { return 0; }
static void tiles_begin(void) {}
static void tiles_end(void) {}
static void sum_by_tiles(const Layer *layer, const uint8_t *x, size_t spread, size_t width, size_t count, float *larger)
{
}

#endif

VNNI static void reckon(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                        const Room *room, int by_tiles)
{
    size_t width = seen->width, count = places->count;
    look(seen, places, values, room->spare);
    for (size_t number = 0; number < depth; number++) {
        const Layer *layer = layers + number;
        for (size_t at = 0; at < count; at++) {
            figures(values + at * width, width, 1.0f / layer->step, room->x + at * width);
        }
        if (by_tiles) {
            sum_by_tiles(layer, room->x, layer->dilation * width, width, count, room->larger);
        } else {
            sum(layer, room->x, layer->dilation * width, width, count, room->larger);
        }
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

int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                   int tiles)
{
    size_t width = seen->width, beyond = 0, reach = 0;
    for (size_t number = 0; number < depth; number++) {
        beyond = layers[number].dilation > beyond ? layers[number].dilation : beyond;
        reach += layers[number].dilation;
    }
    /* Block by block, each with what its places see on both sides, so that a long report stays in the caches. */
    size_t most = (places->count < BLOCK ? places->count : BLOCK + 2 * reach) + 2 * TILE;
    size_t figures = (most + 2 * beyond) * width;
    uint8_t *x = malloc(figures + 1);
    float *larger = malloc((2 * most + 1) * width * sizeof(float)), *own = larger + (most + 1) * width;
    int done = x != NULL && larger != NULL;
    const Room room = {x + beyond * width, larger, larger + most * width};
    int by_tiles = tiles && width % BYTES == 0 && has_tiles();
    if (by_tiles) {
        tiles_begin();
    }
    for (size_t first = 0; done && first < places->count; first += BLOCK) {
        size_t count = places->count - first < BLOCK ? places->count - first : BLOCK;
        size_t start = first < reach ? 0 : first - reach, behind = places->count - first - count;
        const Places block = {places->words + start, places->shapes + start, places->parts + start * PARTS,
                              places->marks + start * seen->marks_count,
                              first - start + count + (behind < reach ? behind : reach)};
        memset(x, 128, figures);
        reckon(seen, layers, depth, &block, own, &room, by_tiles);
        memcpy(values + first * width, own + (first - start) * width, count * width * sizeof(float));
    }
    if (by_tiles) {
        tiles_end();
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

int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                   int tiles)
{
    return 0;
}

#endif
