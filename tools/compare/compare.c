/* compare: our pictures against those of the original renderers.
 *
 *   compare [--only TEXT] [--out DIR] [--family quake|quake3] [--reference DIR]
 *
 * Draws the frames listed in the indexes below DATA/ref and prints, a row a frame, how alike ours
 * and the reference are; DATA is $QUAKEREEL_DATA. --out writes our pictures and maps of the
 * differences, --only takes demos with TEXT in their names, --reference is a folder of Quake III
 * pictures with an index.csv in place of DATA/ref/quake3. Exit status 0 when all tables are as
 * tools/compare/rows.h has it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "tools/compare/rows.h"

int main(int argc, char **argv)
{
    const char *data = getenv("QUAKEREEL_DATA");
    const char *family = "";
    struct compare_options options = {.data = data ? data : "../shared/data"};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--out") == 0) {
            options.out = argv[i + 1];
        } else if (strcmp(argv[i], "--only") == 0) {
            options.only = argv[i + 1];
        } else if (strcmp(argv[i], "--family") == 0) {
            family = argv[i + 1];
        } else if (strcmp(argv[i], "--reference") == 0) {
            options.reference = argv[i + 1];
        }
    }
    if (options.out && platform_make_directory(options.out) != 0) {
        fprintf(stderr, "compare: cannot make %s\n", options.out);
    }
    bool good = true;
    if (strcmp(family, "quake3") != 0) {
        good = compare_quake(&options) == EXIT_SUCCESS;
        printf("\n");
        good = compare_quake_bars(&options) == EXIT_SUCCESS && good;
        printf("\n");
        good = compare_truecolor(&options) == EXIT_SUCCESS && good;
        printf("\n");
    }
    if (strcmp(family, "quake") != 0) {
        good = compare_quake3(&options) == EXIT_SUCCESS && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
