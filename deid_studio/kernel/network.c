#define _DEFAULT_SOURCE /* syscall */
#include "network.h"

#include "attributes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUMMED 8 /* places of which shares are reckoned together */

#if defined(__x86_64__) && defined(__GNUC__) /* and clang, which says so too */
#include <immintrin.h>

#define LANES 16 /* in which values are summed, one after the other, before the lanes are */
#define TOGETHER 6 /* places */
#define TILE 16    /* rows of a tile: places, or sums of four figures; as many values stand side by side in one */
#define BYTES 64   /* of a row */
#define BLOCK 2048
#define SMALL 1e-5f
#define AHEAD 4 /* places whose rows are fetched in the meantime */
#define OWN_ROWS (PARTS + 2) /* of a place: of its word, parts and shape */
#define MOST_ROWS (OWN_ROWS + 2 * BYTES) /* that are added up at once */
#define UNROLLED _Pragma("GCC unroll 6") /* so that sums stay in registers */
#define USUAL 128 /* values of a place: of so many the loops are written out */
#define WRITTEN_OUT _Pragma("GCC unroll 8")

#if defined(__linux__) && (__GNUC__ >= 11 || __clang_major__ >= 12)
#define WITH_TILES
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))
#define WITHIN VNNI static inline __attribute__((always_inline))

/* The sum of lanes, halves of them after the other. */
WITHIN float across(__m512 lanes)
{
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(lanes), _mm512_extractf32x8_ps(lanes, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

/* Gives values the mean 0, and tells what gives them the variance 1. */
WITHIN __m512 centre(float *values, size_t width)
{
    __m512 sum = _mm512_setzero_ps(), squares = _mm512_setzero_ps();
    WRITTEN_OUT
    for (size_t i = 0; i < width; i += LANES) {
        sum = _mm512_add_ps(sum, _mm512_loadu_ps(values + i));
    }
    __m512 mean = _mm512_set1_ps(across(sum) / (float)width);
    WRITTEN_OUT
    for (size_t i = 0; i < width; i += LANES) {
        __m512 value = _mm512_sub_ps(_mm512_loadu_ps(values + i), mean);
        _mm512_storeu_ps(values + i, value);
        squares = _mm512_add_ps(squares, _mm512_mul_ps(value, value));
    }
    __m128 variance = _mm_set_ss(across(squares) / (float)width + SMALL);
    return _mm512_set1_ps(1.0f / _mm_cvtss_f32(_mm_sqrt_ss(variance)));
}

/* Figures of eight bits, of as many values as lanes in steps; 128 stands for nothing. */
WITHIN void figures(__m512 values, __m512 steps, uint8_t *into)
{
    const __m512 most = _mm512_set1_ps(127.0f), least = _mm512_set1_ps(-127.0f);
    __m512 value = _mm512_max_ps(least, _mm512_min_ps(most, _mm512_mul_ps(values, steps)));
    __m512i figure = _mm512_add_epi32(_mm512_cvtps_epi32(value), _mm512_set1_epi32(128));
    _mm_storeu_si128((__m128i *)into, _mm512_cvtepi32_epi8(figure));
}

/* Adds up rows, one after the other; two times as many values as lanes at once. */
WITHIN void add_rows(float *values, size_t width, const float *const *rows, size_t count)
{
    for (size_t i = 0; i < width; i += 2 * LANES) {
        __m512 one = _mm512_loadu_ps(rows[0] + i), other = _mm512_loadu_ps(rows[0] + i + LANES);
        for (size_t k = 1; k < count; k++) {
            one = _mm512_add_ps(one, _mm512_loadu_ps(rows[k] + i));
            other = _mm512_add_ps(other, _mm512_loadu_ps(rows[k] + i + LANES));
        }
        _mm512_storeu_ps(values + i, one);
        _mm512_storeu_ps(values + i + LANES, other);
    }
}

/* The rows of a word's place: of the word, its parts and its shape. */
WITHIN void rows_of(const Seen *seen, const Places *places, size_t at, const float **rows)
{
    rows[0] = seen->words + (size_t)places->words[at] * seen->width;
    for (size_t k = 0; k < PARTS; k++) {
        rows[1 + k] = seen->parts + (size_t)places->parts[at * PARTS + k] * seen->width;
    }
    rows[OWN_ROWS - 1] = seen->shapes + (size_t)places->shapes[at] * seen->width;
}

WITHIN void look(const Seen *seen, const Places *places, size_t width, float step, float *values, uint8_t *x)
{
    const __m512 steps = _mm512_set1_ps(1.0f / step);
    for (size_t at = 0; at < places->count; at++, values += width, x += width) {
        const float *rows[MOST_ROWS];
        size_t count = OWN_ROWS;
        if (at + AHEAD < places->count) {
            rows_of(seen, places, at + AHEAD, rows);
            for (size_t k = 0; k < OWN_ROWS - 1; k++) {
                fetch(rows[k], width * sizeof(float));
            }
        }
        rows_of(seen, places, at, rows);
        const uint8_t *marks = places->marks + at * seen->marks_count;
        for (size_t k = 0; k < seen->marks_count; k += BYTES) {
            /* Few are there: so many are looked at at once. */
            size_t left = seen->marks_count - k;
            __mmask64 some = left < BYTES ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
            __m512i own = _mm512_maskz_loadu_epi8(some, marks + k);
            for (uint64_t there = _mm512_test_epi8_mask(own, own); there; there &= there - 1) {
                rows[count++] = seen->marks + (k + (size_t)__builtin_ctzll(there)) * width;
            }
            if (count + BYTES > MOST_ROWS) {
                add_rows(values, width, rows, count);
                rows[0] = values;
                count = 1;
            }
        }
        add_rows(values, width, rows, count);
        __m512 scale = centre(values, width);
        WRITTEN_OUT
        for (size_t i = 0; i < width; i += LANES) {
            __m512 value = _mm512_mul_ps(_mm512_mul_ps(_mm512_loadu_ps(values + i), scale), _mm512_loadu_ps(seen->gain + i));
            value = _mm512_add_ps(value, _mm512_loadu_ps(seen->shift + i));
            _mm512_storeu_ps(values + i, value);
            figures(value, steps, x + i);
        }
    }
}

/* The room of a layer: figures, with as many empty places on both sides as the widest step, and the larger halves. */
typedef struct {
    uint8_t *x;
    float *larger;
} Room;

/* Four figures as one. */
WITHIN int four(const uint8_t *x)
{
    int found;
    memcpy(&found, x, sizeof found);
    return found;
}

/* What makes values of sums, of as many as lanes. */
typedef struct {
    __m512i lifted;
    __m512 factors, bias;
} Scale;

WITHIN Scale scale_of(const Layer *layer, size_t value)
{
    return (Scale){_mm512_loadu_si512(layer->lifted + value), _mm512_loadu_ps(layer->factors + value),
                   _mm512_loadu_ps(layer->bias + value)};
}

WITHIN __m512 scaled(Scale scale, __m512i sum)
{
    __m512 found = _mm512_cvtepi32_ps(_mm512_sub_epi32(sum, scale.lifted));
    return _mm512_add_ps(_mm512_mul_ps(found, scale.factors), scale.bias);
}

/* The larger halves of values of a place. */
WITHIN void larger_of(Scale half, Scale second, __m512i one, __m512i other, float *larger)
{
    _mm512_storeu_ps(larger, _mm512_max_ps(scaled(half, one), scaled(second, other)));
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
            size_t value = first + v * LANES;
            larger_of(scale_of(layer, value), scale_of(layer, width + value), sums[p][v], sums[p][v + 2],
                      larger + p * width + value);
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
        const Scale half = scale_of(layer, first), second = scale_of(layer, width + first);
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
                larger_of(half, second, _mm512_loadu_si512(sums[0][p]), _mm512_loadu_si512(sums[1][p]),
                          larger + (at + p) * width + first);
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

WITHIN void reckon_of(const Seen *seen, const Layer *layers, size_t depth, const Places *places, size_t width,
                      float *values, const Room *room, int by_tiles)
{
    size_t count = places->count;
    look(seen, places, width, depth ? layers->step : 1.0f, values, room->x);
    for (size_t number = 0; number < depth; number++) {
        const Layer *layer = layers + number;
        if (by_tiles) {
            sum_by_tiles(layer, room->x, layer->dilation * width, width, count, room->larger);
        } else {
            sum(layer, room->x, layer->dilation * width, width, count, room->larger);
        }
        const __m512 steps = _mm512_set1_ps(1.0f / (number + 1 < depth ? layer[1].step : 1.0f));
        for (size_t at = 0; at < count; at++) {
            float *own = room->larger + at * width, *value = values + at * width;
            __m512 scale = centre(own, width);
            WRITTEN_OUT
            for (size_t i = 0; i < width; i += LANES) {
                __m512 gained = _mm512_mul_ps(_mm512_loadu_ps(own + i), scale);
                gained = _mm512_mul_ps(gained, _mm512_loadu_ps(layer->gain + i));
                gained = _mm512_add_ps(_mm512_loadu_ps(value + i), gained);
                _mm512_storeu_ps(value + i, gained);
                figures(gained, steps, room->x + at * width + i);
            }
        }
    }
}

VNNI static void reckon(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                        const Room *room, int by_tiles)
{
    if (seen->width == USUAL) {
        reckon_of(seen, layers, depth, places, USUAL, values, room, by_tiles);
    } else {
        reckon_of(seen, layers, depth, places, seen->width, values, room, by_tiles);
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
    uint8_t *all = malloc(figures + most * width * sizeof(float) + 2 * BYTES);
    /* The values of a block with what is seen around it, where it is not all places. */
    float *own = malloc(places->count > BLOCK ? most * width * sizeof(float) : 1);
    if (all == NULL || own == NULL) {
        free(own);
        free(all);
        return 0;
    }
    uint8_t *x = all + BYTES - (uintptr_t)all % BYTES; /* rows of tiles begin where lines of a cache do */
    const Room room = {x + beyond * width, (float *)(x + (figures + BYTES - 1) / BYTES * BYTES)};
    int by_tiles = tiles && width % BYTES == 0 && has_tiles();
    if (by_tiles) {
        tiles_begin();
    }
    for (size_t first = 0; first < places->count; first += BLOCK) {
        size_t count = places->count - first < BLOCK ? places->count - first : BLOCK;
        size_t start = first < reach ? 0 : first - reach, behind = places->count - first - count;
        const Places block = {places->words + start, places->shapes + start, places->parts + start * PARTS,
                              places->marks + start * seen->marks_count,
                              first - start + count + (behind < reach ? behind : reach)};
        memset(x, 128, figures);
        if (block.count == places->count) {
            reckon(seen, layers, depth, &block, values, &room, by_tiles);
            break;
        }
        reckon(seen, layers, depth, &block, own, &room, by_tiles);
        memcpy(values + first * width, own + (first - start) * width, count * width * sizeof(float));
    }
    if (by_tiles) {
        tiles_end();
    }
    free(own);
    free(all);
    return 1;
}

/* The scores of some places, side by side in as many registers as hold those of a place. */
WITHIN void score_some(const Out *out, const float *values, size_t places, float *scores)
{
    __m512 sum[TOGETHER][TAGS / LANES];
    const float *from[TOGETHER];
    UNROLLED
    for (size_t p = 0; p < TOGETHER; p++) {
        from[p] = values + (p < places ? p : 0) * out->width; /* of places that there are not the first is taken */
        UNROLLED
        for (size_t v = 0; v < TAGS / LANES; v++) {
            sum[p][v] = _mm512_setzero_ps();
        }
    }
    for (size_t k = 0; k < out->width; k++) {
        const float *weights = out->weights + k * TAGS;
        const __m512 own[TAGS / LANES] = {_mm512_loadu_ps(weights), _mm512_loadu_ps(weights + LANES),
                                          _mm512_loadu_ps(weights + 2 * LANES), _mm512_loadu_ps(weights + 3 * LANES)};
        UNROLLED
        for (size_t p = 0; p < TOGETHER; p++) {
            __m512 value = _mm512_set1_ps(from[p][k]);
            UNROLLED
            for (size_t v = 0; v < TAGS / LANES; v++) {
                sum[p][v] = _mm512_fmadd_ps(own[v], value, sum[p][v]);
            }
        }
    }
    const uint64_t there = out->tags < TAGS ? (UINT64_C(1) << out->tags) - 1 : UINT64_MAX;
    UNROLLED
    for (size_t p = 0; p < TOGETHER; p++) {
        UNROLLED
        for (size_t v = 0; v < TAGS / LANES; v++) {
            sum[p][v] = _mm512_add_ps(sum[p][v], _mm512_loadu_ps(out->bias + v * LANES));
        }
        __m512 larger = _mm512_max_ps(_mm512_max_ps(sum[p][0], sum[p][1]), _mm512_max_ps(sum[p][2], sum[p][3]));
        __m512 most = _mm512_set1_ps(_mm512_reduce_max_ps(larger));
        for (size_t v = 0; v < TAGS / LANES && p < places; v++) {
            __mmask16 some = (__mmask16)(there >> v * LANES);
            _mm512_mask_storeu_ps(scores + p * out->tags + v * LANES, some, _mm512_sub_ps(sum[p][v], most));
        }
    }
}

VNNI void network_scores(const Out *out, const float *values, size_t count, float *scores)
{
    for (size_t at = 0; at < count; at += TOGETHER) {
        size_t places = count - at < TOGETHER ? count - at : TOGETHER;
        score_some(out, values + at * out->width, places, scores + at * out->tags);
    }
}

#else

int network_is_fast(void)
{
    return 0;
}

void network_scores(const Out *out, const float *values, size_t count, float *scores) {}

int network_values(const Seen *seen, const Layer *layers, size_t depth, const Places *places, float *values,
                   int tiles)
{
    return 0;
}

#endif

void network_shares(float *odds, size_t count, size_t tags)
{
    for (size_t at = 0; at < count; at += SUMMED) {
        /* Sums of several places at once, so that none waits for another; of those that there are not the last again. */
        float *row[SUMMED], sum[SUMMED] = {0};
        for (size_t p = 0; p < SUMMED; p++) {
            row[p] = odds + (at + p < count ? at + p : count - 1) * tags;
        }
        for (size_t tag = 0; tag < tags; tag++) {
            for (size_t p = 0; p < SUMMED; p++) {
                sum[p] += row[p][tag];
            }
        }
        for (size_t p = 0; p < SUMMED && at + p < count; p++) {
            for (size_t tag = 0; tag < tags; tag++) {
                row[p][tag] /= sum[p];
            }
        }
    }
}
