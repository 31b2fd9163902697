/* Options: threads and processor. No picture and no sample depends on them. */
#include "engine/options/option_row.h"
#include "render/cpu.h"

static const struct option_word levels[] = {
    {"c", CPU_C},        {"sse41", CPU_SSE41},   {"avx2", CPU_AVX2}, {"avx512", CPU_AVX512},
    {"neon", CPU_SSE41}, {"wasm128", CPU_SSE41}, {NULL, 0}};

enum { THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "threads",
     .value = "N",
     .help = "drawing threads",
     OPTION_INT(player.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR_DRAWING,
     .flags = OPTION_UNFILMED},
    {.name = "cpu",
     .value = "SET",
     .help = "highest SIMD level",
     OPTION_ENUM(cpu, levels),
     .unset = "$QUAKEREEL_CPU, else what the CPU has",
     .commands = FOR_DRAWING,
     .flags = OPTION_UNFILMED},
};

const struct option_table option_rows_machine = {OPTIONS_MACHINE, rows,
                                                 sizeof(rows) / sizeof(rows[0])};
