/* In place of catalogue.c, in a build without SQLite. */
#include "tools/bench/study/study.h"

void bench_catalogue(FILE *json)
{
    printf("the catalogue: this build has no SQLite\n");
    if (json) {
        fprintf(json, "[]");
    }
}
