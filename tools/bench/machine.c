#include "tools/bench/machine.h"

#include <string.h>
#include <unistd.h>

#include "formats/base/json.h"
#include "render/cpu.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* From Linux's /proc/cpuinfo; "" elsewhere. */
static void read_name(char *name, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    name[0] = '\0';
    while (file && name[0] == '\0' && fgets(line, sizeof(line), file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", value + 2);
        }
    }
    if (file) {
        fclose(file);
    }
}

/* "sse41 avx2" */
static void list_levels(char *list, size_t size)
{
    size_t length = 0;
    list[0] = '\0';
    for (int level = CPU_C + 1; level <= (int)cpu_detect() && length < size; level++) {
        length += (size_t)snprintf(list + length, size - length, "%s%s", length > 0 ? " " : "",
                                   cpu_level_name((enum cpu_level)level));
    }
}

void bench_machine(FILE *json)
{
    char name[256], levels[64];
    const long threads = sysconf(_SC_NPROCESSORS_ONLN);
    read_name(name, sizeof(name));
    list_levels(levels, sizeof(levels));
    printf("%s, %ld threads, kernels %s, %s\n\n", name[0] != '\0' ? name : "some machine", threads,
           levels[0] != '\0' ? levels : "c", COMPILER);
    if (json) {
        struct json_writer writer = {.out = json};
        fprintf(json, "\"machine\": ");
        json_begin_object(&writer, NULL);
        json_string(&writer, "name", name);
        json_string(&writer, "kernels", levels);
        json_integer(&writer, "threads", threads);
        json_string(&writer, "compiler", COMPILER);
        json_end_object(&writer);
        fprintf(json, ",\n");
    }
}
