#include "tools/bench/limits.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/json.h"
#include "render/cpu.h"
#include "tools/bench/jobs.h"
#include "tools/bench/measure.h"

enum { ROUNDS = 50, SPAN_ROUNDS = 500, SPAN_WIDTH = 640, SPAN_ROWS = 480, FAR_BYTES = 256 << 20 };

/* Minimum time to fill `size` bytes of memory, seconds. */
static double fill_seconds(uint8_t *memory, size_t size, int times)
{
    double best = 0.0;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = bench_processor_now();
        for (int i = 0; i < times; i++) {
            memset(memory, round + i, size);
            memory[0] += memory[size / 2]; /* else it might be left out */
        }
        const double seconds = (bench_processor_now() - start) / times;
        best = round == 0 || seconds < best ? seconds : best;
    }
    return best;
}

/* The least nanoseconds of a pixel. */
static double span_ns(limits_span_fn span, uint8_t *picture)
{
    static const struct limits_surface surface = {
        .zi_origin = 0.01f,
        .zi_step = 0.000002f,
        .s_origin = 0.001f,
        .s_step = 0.0009f,
        .t_origin = 0.002f,
        .t_step = 0.0001f,
        .last_s = (64 << 16) - 1,
        .last_t = (64 << 16) - 1,
    };
    double best = 0.0;
    for (int round = 0; round < SPAN_ROUNDS; round++) {
        const double start = bench_processor_now();
        for (int row = 0; row < SPAN_ROWS; row++) {
            span(&surface, picture + (size_t)row * SPAN_WIDTH, SPAN_WIDTH);
        }
        const double ns = (bench_processor_now() - start) * 1e9 / (SPAN_WIDTH * SPAN_ROWS);
        best = round == 0 || ns < best ? ns : best;
    }
    return best;
}

static void bench_fill(struct json_writer *writer, uint8_t *memory)
{
    printf("limits: writing 32-bit pictures to memory, one thread\n");
    if (writer->out) {
        json_begin_array(writer, "fill");
    }
    for (int s = 0; s < BENCH_SIZES; s++) {
        const size_t size = (size_t)bench_sizes[s].width * (size_t)bench_sizes[s].height * 4;
        const double ms = fill_seconds(memory, size, 8) * 1000.0;
        printf("%4dx%-4d %9.4f ms %9.1f GB/s\n", bench_sizes[s].width, bench_sizes[s].height, ms,
               (double)size * 1e-6 / ms);
        if (writer->out) {
            json_begin_object(writer, NULL);
            json_integer(writer, "width", bench_sizes[s].width);
            json_integer(writer, "height", bench_sizes[s].height);
            json_number(writer, "ms", ms);
            json_end_object(writer);
        }
    }
    const double far = (double)FAR_BYTES * 1e-9 / fill_seconds(memory, FAR_BYTES, 1);
    printf("beyond every cache %18.1f GB/s\n", far);
    if (writer->out) {
        json_end_array(writer);
        json_number(writer, "far_gb_s", far);
    }
}

static void bench_spans(struct json_writer *writer, uint8_t *memory)
{
    static const struct {
        enum cpu_level level;
        limits_span_fn span;
    } spans[] = {{CPU_AVX2, limits_span_avx2}, {CPU_AVX512, limits_span_avx512}};
    printf("pixels divided for, kept inside and written, but not looked up:");
    if (writer->out) {
        json_begin_object(writer, "no_gather_ns");
    }
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
        if (cpu_detect() >= spans[i].level) {
            const double ns = span_ns(spans[i].span, memory);
            printf(" %s %.3f ns", cpu_level_name(spans[i].level), ns);
            if (writer->out) {
                json_number(writer, cpu_level_name(spans[i].level), ns);
            }
        }
    }
    printf("\n");
    if (writer->out) {
        json_end_object(writer);
    }
}

void bench_limits(FILE *json)
{
    struct json_writer writer = {.out = json};
    uint8_t *memory = malloc(FAR_BYTES);
    if (writer.out) {
        json_begin_object(&writer, NULL);
    }
    if (memory) {
        memset(memory, 1, FAR_BYTES);
        bench_fill(&writer, memory);
        bench_spans(&writer, memory);
    }
    if (writer.out) {
        json_end_object(&writer);
    }
    free(memory);
}
