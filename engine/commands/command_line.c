#include "engine/commands/command_line.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/camera_file.h"
#include "engine/commands/command_help.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_part.h"
#include "engine/options/option_help.h"
#include "formats/text/spelling.h"
#include "render/cpu.h"

enum { INPUT_MAX = 1 << 28 /* bytes */ };

int command_refuse(enum command command, const char *format, ...)
{
    va_list args;
    fputs("quakereel: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see quakereel %s --help\n", command_info(command)->name);
    return EXIT_USAGE;
}

/* An option the command does not have: of another command, mistyped, or neither. */
static int refuse_option(enum command command, const char *word, const char *name, size_t length)
{
    enum { OTHERS_NAMED = 3 };
    char others[128] = "", plain[SPELLING_MAX + 1];
    int count = 0;
    for (int i = 0; i < COMMANDS; i++) {
        if (option_find((enum command)i, name, length) && ++count <= OTHERS_NAMED) {
            const size_t used = strlen(others);
            snprintf(others + used, sizeof(others) - used, "%s%s", used > 0 ? ", " : "",
                     command_info((enum command)i)->name);
        }
    }
    if (count > 0) {
        const bool few = count <= OTHERS_NAMED;
        return command_refuse(command, "%s is not an option of %s%s%s", word,
                              command_info(command)->name, few ? ", only of " : "",
                              few ? others : "");
    }
    snprintf(plain, sizeof(plain), "%.*s", (int)(length < SPELLING_MAX ? length : SPELLING_MAX),
             name);
    const char *meant = option_suggest(command, plain);
    return command_refuse(command, "unknown option %s%s%s%s", word,
                          meant ? " (did you mean --" : "", meant ? meant : "", meant ? "?)" : "");
}

static int refuse_value(enum command command, const struct option_row *row, const char *word,
                        const char *value)
{
    char range[OPTION_HELP_MAX] = "";
    if (row->type->describe) {
        row->type->describe(row, range, sizeof(range));
    }
    return command_refuse(command, "%s: bad value '%s'%s%s%s", word, value, range[0] ? " (" : "",
                          range, range[0] ? ")" : "");
}

/* The option at argv[*i]; moves *i over its value. Returns 0 or an exit status. */
static int parse_option(struct options *options, enum command command, int argc, char **argv,
                        int *i)
{
    char *word = argv[*i];
    char *name = word + (word[1] == '-' ? 2 : 1);
    const size_t length = strcspn(name, "=");
    char *value = name[length] == '=' ? name + length + 1 : NULL;
    const struct option_row *row = option_find(command, name, length);
    if (!row) {
        return refuse_option(command, word, name, length);
    }
    if (row->type == &option_switch) {
        return value ? command_refuse(command, "%s: the option takes no value", word)
                     : (option_read(row, options, "") ? 0 : EXIT_USAGE);
    }
    if (!value) {
        if (*i + 1 >= argc) {
            return command_refuse(command, "%s needs a value", word);
        }
        value = argv[++*i];
    }
    if (row->flags & OPTION_FILE_VALUE) {
        platform_clean_path(value);
    }
    errno = 0;
    if (option_read(row, options, value)) {
        return 0;
    }
    if (errno == ENOMEM) {
        fputs("quakereel: out of memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    return refuse_value(command, row, word, value);
}

/* The SIMD level of --cpu, else of $QUAKEREEL_CPU. */
static int apply_cpu(const struct options *options, enum command command)
{
    const char *named = getenv("QUAKEREEL_CPU");
    int level = options->cpu;
    if (!command_info(command)->draws) {
        return 0;
    }
    if (named && *named) {
        const int wanted = cpu_level_from_name(named);
        if (wanted < 0) {
            return command_refuse(
                command, "QUAKEREEL_CPU=%s is not c, sse41, avx2, avx512, neon or wasm128", named);
        }
        level = level >= 0 ? level : wanted;
    }
    if (level >= 0) {
        cpu_set_level((enum cpu_level)level);
    }
    return 0;
}

int command_parse(struct options *options, enum command command, int argc, char **argv)
{
    bool only_files = false;
    int status = 0;
    *options = options_default();
    options->files = calloc((size_t)argc + 1, sizeof(*options->files));
    if (!options->files) {
        fputs("quakereel: out of memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    for (int i = 1; i < argc && status == 0; i++) {
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            platform_clean_path(argv[i]);
            options->files[options->num_files++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else {
            status = parse_option(options, command, argc, argv, &i);
        }
    }
    if (status == 0) {
        status = apply_cpu(options, command);
    }
    if (status) {
        options_free(options);
        return status;
    }
    /* Hashes of timedemo are compared between machines: their light is not the window's. */
    options_settle(options, command == COMMAND_TIMEDEMO);
    return 0;
}

/* Standard input is read once: a demo may be opened several times. */
static int read_input(struct options *options)
{
    bool wanted = false;
    for (size_t i = 0; i < options->num_files; i++) {
        wanted |= strcmp(options->files[i], "-") == 0;
    }
    if (!wanted) {
        return 0;
    }
    options->player.search.input = &options->input;
    if (platform_read_input(INPUT_MAX, &options->input) == 0) {
        return 0;
    }
    fprintf(stderr, "quakereel: standard input: %s\n",
            errno == ENOTTY  ? "it is a terminal; give it a demo, as in zcat x.dem.gz | quakereel -"
            : errno == EFBIG ? "more than 256 MB"
                             : strerror(errno));
    return EXIT_BAD_INPUT;
}

/* The others read pieces of a film, or a text, as they need them. */
static bool takes_demos(enum command command)
{
    return strcmp(command_info(command)->files, "demo") == 0;
}

/* The number of demos is right, or EXIT_USAGE. */
static int check_files(const struct options *options, enum command command)
{
    const struct command_info *info = command_info(command);
    const size_t least = command == COMMAND_PLAY && options->out ? 1 : info->min_files;
    if (options->num_files < least) {
        return command_refuse(
            command, "no %s%s", info->files,
            takes_demos(command) ? "; built-in demos are builtin:demo1 to builtin:demo5" : "");
    }
    if (options->num_files > info->max_files) {
        return command_refuse(command, "one %s at a time; extra argument %s", info->files,
                              options->files[info->max_files]);
    }
    return 0;
}

/* A difference has two sides, or EXIT_USAGE. A key of the window makes the second one, too. */
static int check_beside(const struct options *options, enum command command)
{
    const struct beside_options *beside = &options->player.beside;
    const char *lonely = beside->difference ? "--difference"
                         : beside->gain > 0 ? "--difference-gain"
                         : beside->follow   ? "--beside-follow"
                                            : NULL;
    return lonely && command != COMMAND_PLAY && !beside_is_asked(beside)
               ? command_refuse(command,
                                "%s is for two pictures: give --beside, --beside-offset "
                                "or --beside-at",
                                lonely)
               : 0;
}

int command_begin(struct options *options, enum command command, int argc, char **argv)
{
    int status = command_parse(options, command, argc, argv);
    if (status) {
        return status;
    }
    if (options->help) {
        help_print_command(command);
        options_free(options);
        return EXIT_GOOD;
    }
    status = check_files(options, command);
    if (status == 0) {
        status = check_beside(options, command);
    }
    if (status == 0 && takes_demos(command)) {
        status = read_input(options);
    }
    options->player.search.output = options->out;
    options->player.ghosts.find_marks = demo_part_marks;
    if (status == 0 && options->camera_file) {
        status = camera_file_read(options->camera_file, &options->camera_path);
        options->player.camera_path = &options->camera_path;
    }
    if (status) {
        options_free(options);
        return status;
    }
    return COMMAND_GO_ON;
}
