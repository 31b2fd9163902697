/* docs: writes the files that are made from tables, for `make docs`: those of assets/desktop from
 * options and actions, the grammar of demos as text from its fields, the schemas of events and
 * statistics. Usage: docs FOLDER, the sources' top. Exit status 1 when a file cannot be written. */
#include <stdio.h>

#include "engine/actions/actions.h"
#include "engine/edit/text/text_grammar.h"
#include "engine/events/event_schema.h"
#include "engine/options/option_docs.h"
#include "engine/stats/stats_schema.h"

static const struct {
    const char *name;
    void (*write)(FILE *file);
} files[] = {
    {"assets/desktop/commands.roff", options_write_commands_roff},
    {"assets/desktop/options.roff", options_write_shared_roff},
    {"assets/desktop/keys.roff", actions_write_roff},
    {"assets/desktop/completions/quakereel.bash", options_write_bash},
    {"assets/desktop/completions/_quakereel", options_write_zsh},
    {"assets/desktop/completions/quakereel.fish", options_write_fish},
    {"engine/edit/text/GRAMMAR.md", text_grammar_write},
    {"engine/events/events.schema.json", event_schema_write},
    {"engine/stats/stats.schema.json", stats_schema_write},
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
