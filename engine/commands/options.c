#include "engine/commands/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/commands/options_camera.h"
#include "engine/commands/options_hud.h"
#include "render/cpu.h"

enum { MOST_INPUT = 1 << 28 /* bytes */ };
enum { HELP_COLUMN = 23, TABLE_SIZE = 28, MOST_THREADS = 256 };

int options_complain(const char *command, const char *what, const char *name)
{
    fprintf(stderr, "quakereel: ");
    fprintf(stderr, what, name);
    fprintf(stderr, "; see quakereel %s --help\n", command);
    return EXIT_USAGE;
}

/* --- values ----------------------------------------------------------------------------------- */

static bool parse_whole(const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *value >= least && *value <= most;
}

bool options_parse_int(const char *text, long least, long most, int *value)
{
    long number;
    const bool good = parse_whole(text, least, most, &number);
    *value = good ? (int)number : *value;
    return good;
}

static bool parse_float(const char *text, float least, float most, float *value)
{
    char *end;
    *value = strtof(text, &end);
    return end != text && *end == '\0' && *value >= least && *value <= most;
}

static bool take_width(void *target, const char *text)
{
    return options_parse_int(text, RENDER_MIN_WIDTH, RENDER_MAX_WIDTH, target);
}

static bool take_height(void *target, const char *text)
{
    return options_parse_int(text, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT, target);
}

bool options_parse_size(const char *text, int *width, int *height)
{
    const char *cross = text + strcspn(text, "xX");
    int wide = *width, high = *height;
    char first[16];
    if (*cross == '\0' || (size_t)(cross - text) >= sizeof(first)) {
        return false;
    }
    memcpy(first, text, (size_t)(cross - text));
    first[cross - text] = '\0';
    if (!take_width(&wide, first) || !take_height(&high, cross + 1)) {
        return false;
    }
    *width = wide;
    *height = high;
    return true;
}

static bool take_size(void *target, const char *text)
{
    struct options *options = target;
    return options_parse_size(text, &options->width, &options->height);
}

static bool take_fov(void *target, const char *text)
{
    return parse_float(text, 1.0f, 170.0f, target);
}

static bool take_water_alpha(void *target, const char *text)
{
    struct player_options *player = target;
    player->own_water_alpha = true;
    return parse_float(text, 0.0f, 1.0f, &player->water_alpha);
}

static bool take_look(void *target, const char *text)
{
    enum render_look *look = target;
    *look = strcmp(text, "faithful") == 0 ? LOOK_FAITHFUL : LOOK_EXACT;
    return *look == LOOK_FAITHFUL || strcmp(text, "exact") == 0;
}

static bool take_filter(void *target, const char *text)
{
    static const char *const names[] = {
        [RGB_TRILINEAR] = "trilinear", [RGB_BILINEAR] = "bilinear", [RGB_NEAREST] = "nearest"};
    enum rgb_filter *filter = target;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(text, names[i]) == 0) {
            *filter = (enum rgb_filter)i;
            return true;
        }
    }
    return false;
}

static bool take_camera(void *target, const char *text)
{
    return camera_parse(target, text);
}

static bool take_follow(void *target, const char *text)
{
    const char **follow = target;
    *follow = text;
    return *text != '\0';
}

static bool take_threads(void *target, const char *text)
{
    return options_parse_int(text, 1, MOST_THREADS, target);
}

static bool take_cpu(void *target, const char *text)
{
    const int level = cpu_level_from_name(text);
    (void)target;
    if (level >= 0) {
        cpu_set_level((enum cpu_level)level);
    }
    return level >= 0;
}

/* --- the tables ------------------------------------------------------------------------------- */

struct section {
    const char *title; /* NULL: the subcommand's own, behind the usage */
    struct option options[TABLE_SIZE];
};

enum { SECTION_PICTURE, SECTION_HUD, SECTION_MACHINE, SECTION_DATA, SECTIONS };

static void fill_picture(struct section *section, struct options *o)
{
    struct player_options *p = &o->player;
    *section = (struct section){
        "Picture:",
        {
            {"size", "WxH", "from 160x100 to 3840x2160", .parse = take_size, .target = o,
             .range = "160x100 to 3840x2160"},
            {"width", "N", NULL, .parse = take_width, .target = &o->width, .range = "160 to 3840"},
            {"height", "N", NULL, .parse = take_height, .target = &o->height,
             .range = "100 to 2160"},
            {"fov", "N", "field of view across a 4:3 picture, degrees (90)", .parse = take_fov,
             .target = &p->fov, .range = "1 to 170"},
            {"look", "LOOK", "exact (default) or faithful, the original renderer's arithmetic",
             .parse = take_look, .target = &p->look, .range = "exact or faithful"},
            {"filter", "FILTER", "Quake III's textures: trilinear (default), bilinear or nearest",
             .parse = take_filter, .target = &p->filter, .range = "trilinear, bilinear or nearest"},
            {"gamma", "G",
             "0.3 to 3, less is brighter (exact look: 0.7, faithful and Quake III: 1)",
             .real = &o->gamma, .low = RENDER_GAMMA_LEAST, .high = RENDER_GAMMA_MOST},
            {"contrast", "C", "1 to 3 (1)", .real = &o->contrast, .low = RENDER_CONTRAST_LEAST,
             .high = RENDER_CONTRAST_MOST},
            {"colored-light", NULL, "light in the map's own colours (exact look only)",
             .flag = &p->colored_light},
            {"no-lerp", NULL, "no interpolation between server updates", .flag = &p->no_lerp},
            {"lerp-models", NULL, "frames of models run into each other (exact look: the default)",
             .flag = &p->lerp_models},
            {"no-lerp-models", NULL, "they do not, as in the original (faithful look: the default)",
             .flag = &p->no_lerp_models},
            {"no-viewmodel", NULL, "no weapon in hand", .flag = &p->no_view_model},
            {"no-hud", NULL, "no status bar and no text", .flag = &p->no_hud},
            {"no-particles", NULL, "no particles", .flag = &p->no_particles},
            {"no-effects", NULL, "Quake III: no flashes, smoke, explosions, marks, shadows, lights",
             .flag = &p->no_effects},
            {"no-bob", NULL, "Quake III: the view does not nod at each step", .flag = &p->no_bob},
            {"no-fog", NULL, "no fog (the faithful look has none)", .flag = &p->no_fog},
            {"water-alpha", "X", "opacity of liquids, 0 to 1, whatever the map says",
             .parse = take_water_alpha, .target = p, .range = "0 to 1"},
            {"camera", "CAMERA", "eye (default), chase[:DISTANCE,HEIGHT] or free:X,Y,Z[,PITCH,YAW]",
             .parse = take_camera, .target = &p->camera,
             .range = "eye, chase:DISTANCE,HEIGHT or free:X,Y,Z,PITCH,YAW"},
            {"camera-path", "FILE",
             "a camera that moves from key point to key point, lines of\n"
             "key TIME X Y Z PITCH YAW [ROLL [FOV]]; the window makes such files",
             .text = &o->camera_file},
            {"follow", "WHO",
             "a player's number (from 1 on) or name: his eyes, where the demo shows\n"
             "other players (QuakeWorld, Quake III)",
             .parse = take_follow, .target = &p->follow, .range = "a number from 1 on, or a name"},
        }};
}

static void fill_machine(struct section *section, struct options *o)
{
    *section = (struct section){
        "Machine:",
        {
            {"threads", "N", "drawing threads (one a CPU core)", .parse = take_threads,
             .target = &o->player.threads, .range = "1 to 256"},
            {"cpu", "SET", "c, sse41, avx2 or avx512: the most that may be used", .parse = take_cpu,
             .range = "c, sse41, avx2 or avx512"},
        }};
}

static void fill_data(struct section *section, struct options *o)
{
    *section = (struct section){
        "Game data:",
        {
            {"basedir", "DIR",
             "the folder that holds id1, baseq3 or baseoa (also -basedir, $QUAKEREEL_BASEDIR)",
             .text = &o->player.search.basedir},
            {"game", "DIR", "a folder beside it laid over it (also -game)",
             .text = &o->player.search.game},
            {"help", NULL, "this text", .flag = &o->help},
            {"h", NULL, NULL, .flag = &o->help},
        }};
}

/* What is left of it where no demo is read. */
static void fill_help(struct section *section, struct options *o)
{
    *section = (struct section){
        "Help:",
        {{"help", NULL, "this text", .flag = &o->help}, {"h", NULL, NULL, .flag = &o->help}}};
}

/* The shared sections of a command. What it does not take stays empty. */
static void fill_sections(struct section sections[SECTIONS], struct options *options,
                          const struct command_line *line)
{
    memset(sections, 0, SECTIONS * sizeof(*sections));
    if (line->draws) {
        fill_picture(&sections[SECTION_PICTURE], options);
        sections[SECTION_HUD].title = "Status bar:";
        options_fill_hud(sections[SECTION_HUD].options, &options->player.hud);
        fill_machine(&sections[SECTION_MACHINE], options);
    }
    if (line->files) {
        fill_help(&sections[SECTION_DATA], options);
    } else {
        fill_data(&sections[SECTION_DATA], options);
    }
}

static const struct option *find_in(const struct option *table, const char *name)
{
    for (; table && table->name; table++) {
        if (strcmp(table->name, name) == 0) {
            return table;
        }
    }
    return NULL;
}

/* A subcommand's own options come first: its --threads may be of another kind. */
static const struct option *find(const struct section *sections, const struct option *own,
                                 const char *name)
{
    const struct option *found = find_in(own, name);
    for (int i = 0; !found && i < SECTIONS; i++) {
        found = find_in(sections[i].options, name);
    }
    return found;
}

/* --- help ------------------------------------------------------------------------------------- */

static void print_option(const struct option *option)
{
    int column = printf("  %s%s%s%s", option->name[1] ? "--" : "-", option->name,
                        option->value ? " " : "", option->value ? option->value : "");
    for (const char *line = option->help; line;) {
        const char *end = strchr(line, '\n');
        const int length = end ? (int)(end - line) : (int)strlen(line);
        printf("%*s%.*s\n", column < HELP_COLUMN ? HELP_COLUMN - column : 1, "", length, line);
        column = 0;
        line = end ? end + 1 : NULL;
    }
}

static void print_table(const struct option *table)
{
    for (; table && table->name; table++) {
        if (table->help) {
            print_option(table);
        }
    }
}

static void print_help(const struct command_line *line)
{
    struct options options;
    struct section sections[SECTIONS];
    fill_sections(sections, &options, line);
    fputs(line->usage, stdout);
    print_table(line->own);
    for (int i = 0; i < SECTIONS; i++) {
        if (sections[i].title) {
            printf("%s\n", sections[i].title);
            print_table(sections[i].options);
        }
    }
}

/* --- parsing ---------------------------------------------------------------------------------- */

static bool take(const struct option *option, const char *value)
{
    char *end;
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (option->whole) {
        return parse_whole(value, option->least, option->most, option->whole);
    }
    if (option->real) {
        *option->real = strtod(value, &end);
        const bool inside =
            option->high == 0.0 || (*option->real >= option->low && *option->real <= option->high);
        return end != value && *end == '\0' && isfinite(*option->real) && inside;
    }
    return option->parse(option->target, value);
}

static int refuse_value(const struct command_line *line, const struct option *option,
                        const char *word, const char *value)
{
    char range[128] = "";
    if (option->whole || option->least < option->most) {
        snprintf(range, sizeof(range), " (%ld to %ld)", option->least, option->most);
    } else if (option->real && option->high != 0.0) {
        snprintf(range, sizeof(range), " (%g to %g)", option->low, option->high);
    } else if (option->range) {
        snprintf(range, sizeof(range), " (%s)", option->range);
    }
    fprintf(stderr, "quakereel: %s: '%s' will not do%s; see quakereel %s --help\n", word, value,
            range, line->command);
    return EXIT_USAGE;
}

/* One option at argv[*i]; moves *i over its value. */
static int parse_option(const struct command_line *line, const struct section *sections, int argc,
                        char **argv, int *i)
{
    const char *word = argv[*i];
    const char *text = word + (word[1] == '-' ? 2 : 1);
    char name[32];
    const size_t length = strcspn(text, "=");
    if (length >= sizeof(name)) {
        return options_complain(line->command, "unknown option %s", word);
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const char *value = text[length] == '=' ? text + length + 1 : NULL;
    const struct option *option = find(sections, line->own, name);
    if (!option || (option->flag && value)) {
        return options_complain(line->command, "unknown option %s", word);
    }
    if (option->flag) {
        *option->flag = true;
        return 0;
    }
    if (!value) {
        if (*i + 1 >= argc) {
            return options_complain(line->command, "%s needs a value", word);
        }
        value = argv[++*i];
    }
    return take(option, value) ? 0 : refuse_value(line, option, word, value);
}

static int apply_environment(const char *command)
{
    const char *cpu = getenv("QUAKEREEL_CPU");
    return cpu && *cpu && !take_cpu(NULL, cpu)
               ? options_complain(command, "QUAKEREEL_CPU=%s is none of c, sse41, avx2, avx512",
                                  cpu)
               : 0;
}

static struct render_light choose_light(const struct options *o, bool plain)
{
    struct render_light light =
        plain ? render_light_plain() : render_light_for_watching(o->player.look);
    light.gamma = o->gamma > 0.0 ? o->gamma : light.gamma;
    light.contrast = o->contrast > 0.0 ? o->contrast : light.contrast;
    return light;
}

int options_parse(struct options *options, const struct command_line *line, int argc, char **argv)
{
    struct section sections[SECTIONS];
    *options = (struct options){.player = player_default_options()};
    options->player.threads = 0;
    int status = line->draws ? apply_environment(line->command) : 0;
    if (status) {
        return status;
    }
    options->files = calloc((size_t)argc + 1, sizeof(*options->files));
    if (!options->files) {
        fprintf(stderr, "quakereel: no memory\n");
        return EXIT_BAD_INPUT;
    }
    fill_sections(sections, options, line);
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            options->files[options->num_files++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else {
            status = parse_option(line, sections, argc, argv, &i);
            if (status) {
                options_free(options);
                return status;
            }
        }
    }
    options->player.light = choose_light(options, line->plain_light);
    options->player.own_gamma = options->gamma > 0.0;
    if (options->player.threads == 0) {
        options->player.threads = platform_cpu_count();
    }
    return 0;
}

/* Standard input is read once and kept: a demo may be opened again and again. */
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
    if (platform_read_input(MOST_INPUT, &options->input) == 0) {
        return 0;
    }
    fprintf(stderr, "quakereel: standard input: %s\n",
            errno == ENOTTY  ? "it is a terminal; give it a demo, as in zcat x.dem.gz | quakereel -"
            : errno == EFBIG ? "more than 256 MB"
                             : strerror(errno));
    return EXIT_BAD_INPUT;
}

int options_begin(struct options *options, const struct command_line *line, int argc, char **argv)
{
    int status = options_parse(options, line, argc, argv);
    if (status) {
        return status;
    }
    if (options->help) {
        print_help(line);
        options_free(options);
        return EXIT_GOOD;
    }
    if (options->num_files < line->least_demos) {
        status = options_complain(line->command, "no %s named", line->files ? line->files : "demo");
    } else if (options->num_files > line->most_demos) {
        status = options_complain(line->command, "one demo at a time; what is %s?",
                                  options->files[line->most_demos]);
    }
    if (status == 0 && !line->files) {
        status = read_input(options);
    }
    if (status == 0 && options->camera_file) {
        status = options_read_camera_path(options->camera_file, &options->camera_path);
        options->player.camera_path = &options->camera_path;
    }
    if (status) {
        options_free(options);
        return status;
    }
    return OPTIONS_GO_ON;
}

void options_free(struct options *options)
{
    camera_path_free(&options->camera_path);
    free(options->files);
    free((void *)(uintptr_t)options->input.data);
    options->input = (struct file_bytes){0};
    options->files = NULL;
    options->num_files = 0;
}
