#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"

static const char usage[] =
    "usage: quakereel dump [--json | --snapshots | --state-hash] DEMO\n"
    "\n"
    "Writes every message of a demo as one JSON object a line: the block's number, the message's\n"
    "byte offset in the file, its name, its number (\"id\") and its fields. The first message of "
    "a\n"
    ".dem's block also has \"view\", the recorder's pitch, yaw and roll; the first one of a\n"
    "QuakeWorld packet has its sequence numbers. QuakeWorld's blocks without messages are written\n"
    "too, without an \"id\". Bytes of strings from 0x80 on and control bytes are written as\n"
    "\\u00XX.\n"
    "DEMO is a file, a name inside the game data, or builtin:NAME.\n"
    "\n"
    "  --json          that form, which is the usual one\n"
    "  --snapshots     Quake III: instead of messages each snapshot as one JSON object, with "
    "every\n"
    "                  field of the player's and the entities' states by its name\n"
    "  --state-hash    Quake III: each snapshot as a line `index sequence serverTime pshash "
    "eshash`:\n"
    "                  its number in the demo from 0 on, its message's number, the server's time "
    "in\n"
    "                  ms, and FNV-1a hashes of the player's and of all entities' states\n"
    "  --basedir DIR   the folder that holds id1 (also -basedir, $QUAKEREEL_BASEDIR)\n"
    "  --game DIR      a folder beside id1 laid over it (also -game)\n"
    "  --help          this text\n"
    "\n"
    "A damaged demo is written as far as it is good; the error goes to stderr, exit status 1.\n";

enum form { FORM_MESSAGES, FORM_SNAPSHOTS, FORM_HASHES };

/* The exit status when the command line says all already, else -1 and *name is the demo. */
static int parse_arguments(int argc, char **argv, const char **name, struct demo_search *search,
                           enum form *form)
{
    bool options = true;
    *name = NULL;
    *form = FORM_MESSAGES;
    *search = (struct demo_search){0};
    for (int i = 1; i < argc; i++) {
        if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
            if (*name) {
                fprintf(stderr, "quakereel: dump: more than one demo named (see --help)\n");
                return EXIT_USAGE;
            }
            *name = argv[i];
            continue;
        }
        const char *word = argv[i];
        int taken = demo_source_take_option(search, argc, argv, &i);
        if (taken < 0) {
            fprintf(stderr, "quakereel: dump: %s needs a value (see --help)\n", word);
            return EXIT_USAGE;
        }
        if (taken > 0) {
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options = false;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(usage, stdout);
            return EXIT_GOOD;
        } else if (strcmp(word, "--snapshots") == 0) {
            *form = FORM_SNAPSHOTS;
        } else if (strcmp(word, "--state-hash") == 0) {
            *form = FORM_HASHES;
        } else if (strcmp(word, "--json") != 0) {
            fprintf(stderr, "quakereel: dump: unknown option %s (see --help)\n", word);
            return EXIT_USAGE;
        }
    }
    if (!*name) {
        fprintf(stderr, "quakereel: dump: no demo named (see --help)\n");
        return EXIT_USAGE;
    }
    return -1;
}

int cmd_dump(int argc, char **argv)
{
    const char *name;
    struct demo_search search;
    struct demo_source source;
    struct format_error err = {0};
    enum form form;
    int status = parse_arguments(argc, argv, &name, &search, &form);
    if (status >= 0) {
        return status;
    }
    if (demo_source_open_bytes(&source, name, &search, &err) < 0) {
        fprintf(stderr, "quakereel: %s: %s\n", name, err.what);
        return EXIT_BAD_INPUT;
    }
    const struct demo_inspector *inspector = demo_inspector_of(source.data, source.size, name);
    if (form != FORM_MESSAGES && !inspector->dump_snapshots) {
        fprintf(stderr, "quakereel: %s: only Quake III demos have snapshots\n", name);
        demo_source_close(&source);
        return EXIT_BAD_INPUT;
    }
    int code = form == FORM_MESSAGES ? inspector->dump(source.data, source.size, name, &err)
               : form == FORM_SNAPSHOTS
                   ? inspector->dump_snapshots(source.data, source.size, name, &err)
                   : inspector->dump_hashes(source.data, source.size, name, &err);
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (code < 0) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", name, err.offset, err.what);
    }
    if (!written) {
        fprintf(stderr, "quakereel: dump: cannot write: %s\n", strerror(errno));
    }
    demo_source_close(&source);
    return code < 0 || !written ? EXIT_BAD_INPUT : EXIT_GOOD;
}
