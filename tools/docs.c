/* docs: writes the files of assets/desktop that are made from the tables of options and actions,
 * for `make docs`. Usage: docs FOLDER. Exit status 1 when a file cannot be written. */
#include <stdio.h>

#include "engine/actions/actions.h"
#include "engine/options/option_docs.h"

static const struct {
    const char *name;
    void (*write)(FILE *file);
} files[] = {
    {"commands.roff", options_write_commands_roff},
    {"options.roff", options_write_shared_roff},
    {"keys.roff", actions_write_roff},
    {"completions/quakereel.bash", options_write_bash},
    {"completions/_quakereel", options_write_zsh},
    {"completions/quakereel.fish", options_write_fish},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof(files) / sizeof(files[0]); i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", argv[1], files[i].name);
        FILE *file = fopen(path, "wb");
        if (!file) {
            fprintf(stderr, "docs: cannot write %s\n", path);
            return 1;
        }
        files[i].write(file);
        if (fclose(file) != 0) {
            fprintf(stderr, "docs: cannot write %s\n", path);
            return 1;
        }
    }
    return argc == 2 ? 0 : 2;
}
