#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/family/demo_family.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_cut.h"
#include "engine/quake3/q3_family.h"
#include "formats/quake3/q3_detect.h"

static const char usage[] =
    "usage: quakereel cut DEMO [--from T] [--to T] -o OUT\n"
    "\n"
    "Writes a part of a Quake III demo as a demo of its own, which the original client plays; "
    "without\n"
    "times the whole demo, written anew. Give OUT the ending DEMO has (.dm_68): clients go by it.\n"
    "DEMO is a file, or a name inside the game data.\n"
    "\n"
    "  --from T        where the part begins: 90, 1:30.5, 50%, -10 from the end (the beginning)\n"
    "  --to T          where it ends (the end)\n"
    "  -o OUT          the file to write; what is there is replaced when all is written\n"
    "  --basedir DIR   the folder that holds id1 or baseq3 (also -basedir, $QUAKEREEL_BASEDIR)\n"
    "  --game DIR      a folder beside it laid over it (also -game)\n"
    "  --help          this text\n"
    "\n"
    "Of a damaged demo the good part is cut; the error goes to stderr, exit status 1.\n";

struct cut_arguments {
    const char *name, *from, *to, *out;
    struct demo_search search;
};

static int complain(const char *format, const char *what)
{
    fprintf(stderr, "quakereel: cut: ");
    fprintf(stderr, format, what);
    fprintf(stderr, " (see --help)\n");
    return EXIT_USAGE;
}

/* --from, --to and -o, their value in the next word or behind '='. As demo_source_take_option. */
static int take_value(struct cut_arguments *a, int argc, char **argv, int *i)
{
    const struct {
        const char *name;
        const char **value;
    } known[] = {{"--from", &a->from}, {"--to", &a->to}, {"-o", &a->out}, {"--out", &a->out}};
    for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++) {
        const size_t length = strlen(known[k].name);
        if (strncmp(argv[*i], known[k].name, length) != 0) {
            continue;
        }
        if (argv[*i][length] == '=') {
            *known[k].value = argv[*i] + length + 1;
            return 1;
        }
        if (argv[*i][length] == '\0') {
            if (*i + 1 >= argc) {
                return -1;
            }
            *known[k].value = argv[++*i];
            return 1;
        }
    }
    return demo_source_take_option(&a->search, argc, argv, i);
}

/* The exit status when the command line says all already, else -1. */
static int parse_arguments(struct cut_arguments *a, int argc, char **argv)
{
    bool options = true;
    *a = (struct cut_arguments){0};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!options || word[0] != '-' || word[1] == '\0') {
            if (a->name) {
                return complain("%s", "more than one demo named");
            }
            a->name = word;
            continue;
        }
        const int taken = take_value(a, argc, argv, &i);
        if (taken < 0) {
            return complain("%s needs a value", word);
        }
        if (taken > 0) {
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options = false;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(usage, stdout);
            return EXIT_GOOD;
        } else {
            return complain("unknown option %s", word);
        }
    }
    if (!a->name || !a->out) {
        return complain("%s", a->name ? "no file to write (-o)" : "no demo named");
    }
    return -1;
}

static int fail(const char *name, const struct format_error *err)
{
    fprintf(stderr, "quakereel: %s: byte %zu: %s\n", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* Both are there and the same. */
static bool is_same_file(const char *a, const char *b)
{
    char first[4096], second[4096];
    return platform_absolute_path(a, first, sizeof(first)) == 0 &&
           platform_absolute_path(b, second, sizeof(second)) == 0 && strcmp(first, second) == 0;
}

/* The part the arguments mean. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_part(const struct cut_arguments *a, const struct demo_source *source, int protocol,
                     struct q3_part_range *range)
{
    struct format_error err;
    double length, from = 0.0, to;
    int code = q3_cut_length(source->data, source->size, protocol, &length, &err);
    if (code == FORMAT_MEMORY) {
        return fail(a->name, &err);
    }
    to = length;
    if (a->from && !options_parse_time(a->from, length, &from)) {
        return complain("--from: '%s' is no time", a->from);
    }
    if (a->to && !options_parse_time(a->to, length, &to)) {
        return complain("--to: '%s' is no time", a->to);
    }
    code = q3_cut_find(source->data, source->size, protocol, from, to, range, &err);
    if (code == FORMAT_MEMORY) {
        return fail(a->name, &err);
    }
    if (range->snapshots == 0) {
        fprintf(stderr, "quakereel: %s: nothing between %.3f and %.3f s of %.3f\n", a->name, from,
                to, length);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int write_part(const struct cut_arguments *a, const struct demo_source *source)
{
    const int protocol = q3_detect(source->data, source->size, a->name);
    struct byte_writer out = {0};
    struct q3_cut_report report;
    struct q3_part_range range;
    struct format_error err = {0};
    const bool whole = !a->from && !a->to;
    int status = whole ? EXIT_GOOD : find_part(a, source, protocol, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code =
        q3_cut(source->data, source->size, protocol, whole ? NULL : &range, &out, &report, &err);
    if (code < 0) {
        status = fail(a->name, &err);
    }
    if (out.size > 0 && code != FORMAT_MEMORY) {
        if (platform_write_file(a->out, out.data, out.size) != 0) {
            fprintf(stderr, "quakereel: %s: cannot write: %s\n", a->out, strerror(errno));
            status = EXIT_BAD_INPUT;
        } else {
            printf("%s: %lu snapshots, %lu commands, %zu bytes\n", a->out,
                   (unsigned long)report.snapshots, (unsigned long)report.commands, out.size);
        }
    }
    byte_writer_free(&out);
    return status;
}

int cmd_cut(int argc, char **argv)
{
    struct cut_arguments arguments;
    struct demo_source source;
    struct format_error err = {0};
    int status = parse_arguments(&arguments, argc, argv);
    if (status >= 0) {
        return status;
    }
    if (demo_source_open_bytes(&source, arguments.name, &arguments.search, &err) < 0) {
        fprintf(stderr, "quakereel: %s: %s\n", arguments.name, err.what);
        return EXIT_BAD_INPUT;
    }
    if (demo_family_of(source.data, source.size, arguments.name, NULL) != &quake3_family) {
        fprintf(stderr, "quakereel: %s: only Quake III demos can be cut\n", arguments.name);
        status = EXIT_BAD_INPUT;
    } else if (is_same_file(arguments.name, arguments.out)) {
        fprintf(stderr, "quakereel: %s: would replace the demo itself\n", arguments.out);
        status = EXIT_BAD_INPUT;
    } else {
        status = write_part(&arguments, &source);
    }
    demo_source_close(&source);
    return status;
}
