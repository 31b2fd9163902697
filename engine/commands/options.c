#include "engine/commands/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "render/palette/kernels/kernels.h"

const char options_help[] =
    "Picture:\n"
    "  --size WxH           from 160x100 to 3840x2160\n"
    "  --fov N              field of view across a 4:3 picture, degrees (90)\n"
    "  --look LOOK          exact (default) or faithful, the original renderer's arithmetic\n"
    "  --colored-light      light in the map's own colours (exact look only)\n"
    "  --no-lerp            no interpolation between server updates\n"
    "  --lerp-models        frames of models run into each other (exact look: the default)\n"
    "  --no-lerp-models     they do not, as in the original (faithful look: the default)\n"
    "  --no-viewmodel       no weapon in hand\n"
    "  --no-hud             no status bar and no text\n"
    "  --no-particles       no particles\n"
    "  --no-fog             no fog (the faithful look has none)\n"
    "  --water-alpha X      opacity of liquids, 0 to 1, whatever the map says\n"
    "  --camera CAMERA      eye (default), chase[:DISTANCE,HEIGHT] or free:X,Y,Z[,PITCH,YAW]\n"
    "  --follow WHO         a player's number (from 1 on) or name: his eyes, where the demo shows\n"
    "                       other players (QuakeWorld)\n"
    "Machine:\n"
    "  --threads N          drawing threads (one a CPU core)\n"
    "  --cpu SET            c, sse41 or avx2: the most that may be used\n"
    "Game data:\n"
    "  --basedir DIR        the folder that holds id1 (also -basedir, $QUAKEREEL_BASEDIR)\n"
    "  --game DIR           a folder beside id1 laid over it (also -game)\n";

static int complain(const char *command, const char *format, const char *what)
{
    fprintf(stderr, "quakereel: ");
    fprintf(stderr, format, what);
    fprintf(stderr, "; see quakereel %s --help\n", command);
    return EXIT_USAGE;
}

static bool parse_whole(const char *text, long least, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *value >= least && *value <= most;
}

static bool parse_size(const char *text, int *width, int *height)
{
    char *end;
    long w = strtol(text, &end, 10);
    long h = 0;
    if (end == text || (*end != 'x' && *end != 'X') ||
        !parse_whole(end + 1, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT, &h) || w < RENDER_MIN_WIDTH ||
        w > RENDER_MAX_WIDTH) {
        return false;
    }
    *width = (int)w;
    *height = (int)h;
    return true;
}

/* The options every drawing subcommand has. 1 = taken, 0 = not one of them, -1 = its value is
 * wrong. */
static int take_common(struct options *o, const char *name, const char *value)
{
    long number;
    if (strcmp(name, "size") == 0) {
        return parse_size(value, &o->width, &o->height) ? 1 : -1;
    }
    if (strcmp(name, "width") == 0) {
        bool good = parse_whole(value, RENDER_MIN_WIDTH, RENDER_MAX_WIDTH, &number);
        o->width = good ? (int)number : 0;
        return good ? 1 : -1;
    }
    if (strcmp(name, "height") == 0) {
        bool good = parse_whole(value, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT, &number);
        o->height = good ? (int)number : 0;
        return good ? 1 : -1;
    }
    if (strcmp(name, "fov") == 0) {
        char *end;
        o->fov = strtof(value, &end);
        return end != value && *end == '\0' && o->fov >= 1.0f && o->fov <= 170.0f ? 1 : -1;
    }
    if (strcmp(name, "water-alpha") == 0) {
        char *end;
        o->water_alpha = strtof(value, &end);
        o->own_water_alpha = true;
        bool whole = end != value && *end == '\0';
        return whole && o->water_alpha >= 0.0f && o->water_alpha <= 1.0f ? 1 : -1;
    }
    if (strcmp(name, "look") == 0) {
        o->look = strcmp(value, "faithful") == 0 ? LOOK_FAITHFUL : LOOK_EXACT;
        return o->look == LOOK_FAITHFUL || strcmp(value, "exact") == 0 ? 1 : -1;
    }
    if (strcmp(name, "camera") == 0) {
        return camera_parse(&o->camera, value) ? 1 : -1;
    }
    if (strcmp(name, "follow") == 0) {
        o->follow = value;
        return *value ? 1 : -1;
    }
    if (strcmp(name, "threads") == 0) {
        bool good = parse_whole(value, 1, 256, &number);
        o->threads = good ? (int)number : 0;
        return good ? 1 : -1;
    }
    if (strcmp(name, "cpu") == 0) {
        int level = cpu_level_from_name(value);
        if (level >= 0) {
            kernels_set_level((enum cpu_level)level);
        }
        return level >= 0 ? 1 : -1;
    }
    if (strcmp(name, "basedir") == 0) {
        o->basedir = value;
        return 1;
    }
    if (strcmp(name, "game") == 0) {
        o->game = value;
        return 1;
    }
    return 0;
}

static bool *find_flag(struct options *o, const struct option_spec *specs, const char *name)
{
    const struct option_spec common[] = {
        {.name = "no-lerp", .flag = &o->no_lerp},
        {.name = "no-viewmodel", .flag = &o->no_view_model},
        {.name = "no-hud", .flag = &o->no_hud},
        {.name = "no-particles", .flag = &o->no_particles},
        {.name = "colored-light", .flag = &o->colored_light},
        {.name = "lerp-models", .flag = &o->lerp_models},
        {.name = "no-lerp-models", .flag = &o->no_lerp_models},
        {.name = "no-fog", .flag = &o->no_fog},
        {.name = "help", .flag = &o->help},
        {.name = "h", .flag = &o->help},
    };
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
        if (strcmp(name, common[i].name) == 0) {
            return common[i].flag;
        }
    }
    for (; specs && specs->name; specs++) {
        if (specs->flag && strcmp(name, specs->name) == 0) {
            return specs->flag;
        }
    }
    return NULL;
}

/* As take_common, for the subcommand's table. */
static int take_own(const struct option_spec *specs, const char *name, const char *value)
{
    for (; specs && specs->name; specs++) {
        if (strcmp(name, specs->name) != 0 || specs->flag) {
            continue;
        }
        if (specs->text) {
            *specs->text = value;
            return 1;
        }
        if (specs->real) {
            char *end;
            *specs->real = strtod(value, &end);
            return end != value && *end == '\0' && isfinite(*specs->real) ? 1 : -1;
        }
        return parse_whole(value, 1, 1000000, specs->number) ? 1 : -1;
    }
    return 0;
}

/* Whether any option of that name takes a value. */
static bool takes_value(const struct option_spec *specs, const char *name)
{
    static const char *const common[] = {"size",    "width",  "height",      "fov",
                                         "look",    "camera", "threads",     "cpu",
                                         "basedir", "game",   "water-alpha", "follow"};
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
        if (strcmp(name, common[i]) == 0) {
            return true;
        }
    }
    for (; specs && specs->name; specs++) {
        if (!specs->flag && strcmp(name, specs->name) == 0) {
            return true;
        }
    }
    return false;
}

/* One option at argv[*i]; moves *i over its value. */
static int parse_option(struct options *o, const char *command, int argc, char **argv, int *i,
                        const struct option_spec *specs)
{
    const char *word = argv[*i];
    const char *text = word + (word[1] == '-' ? 2 : 1);
    char name[32];
    size_t length = strcspn(text, "=");
    if (length >= sizeof(name)) {
        return complain(command, "unknown option %s", word);
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const char *value = text[length] == '=' ? text + length + 1 : NULL;

    bool *flag = value ? NULL : find_flag(o, specs, name);
    if (flag) {
        *flag = true;
        return 0;
    }
    if (!takes_value(specs, name)) {
        return complain(command, "unknown option %s", word);
    }
    if (!value) {
        if (*i + 1 >= argc) {
            return complain(command, "%s needs a value", word);
        }
        value = argv[++*i];
    }
    int taken = take_common(o, name, value);
    if (taken == 0) {
        taken = take_own(specs, name, value);
    }
    if (taken < 0) {
        fprintf(stderr, "quakereel: %s: '%s' will not do; see quakereel %s --help\n", word, value,
                command);
        return EXIT_USAGE;
    }
    return 0;
}

int options_parse(struct options *options, const char *command, int argc, char **argv,
                  const struct option_spec *specs)
{
    *options = (struct options){.fov = 90.0f, .look = LOOK_EXACT, .camera = camera_default()};
    const char *cpu = getenv("QUAKEREEL_CPU");
    if (cpu && *cpu) {
        int level = cpu_level_from_name(cpu);
        if (level < 0) {
            return complain(command, "QUAKEREEL_CPU=%s is none of c, sse41, avx2", cpu);
        }
        kernels_set_level((enum cpu_level)level);
    }
    options->files = calloc((size_t)argc + 1, sizeof(*options->files));
    if (!options->files) {
        return complain(command, "%s", "no memory");
    }
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            options->files[options->num_files++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else {
            int status = parse_option(options, command, argc, argv, &i, specs);
            if (status) {
                options_free(options);
                return status;
            }
        }
    }
    if (options->threads == 0) {
        options->threads = platform_cpu_count();
    }
    return 0;
}

int options_begin(struct options *options, const char *command, int argc, char **argv,
                  const struct option_spec *specs, const char *help, size_t most_demos)
{
    int status = options_parse(options, command, argc, argv, specs);
    if (status) {
        return status;
    }
    if (options->help) {
        printf("%s%s", help, options_help);
        options_free(options);
        return EXIT_GOOD;
    }
    if (options->num_files > most_demos) {
        status = complain(command, "one demo at a time; what is %s?", options->files[1]);
        options_free(options);
        return status;
    }
    return OPTIONS_GO_ON;
}

void options_free(struct options *options)
{
    free(options->files);
    options->files = NULL;
    options->num_files = 0;
}

bool options_parse_time(const char *text, double length, double *seconds)
{
    bool from_end = *text == '-';
    const char *p = text + (from_end ? 1 : 0);
    double total = 0.0;
    for (int field = 0; field < 3; field++) {
        char *end;
        if (*p < '0' || *p > '9') {
            return false;
        }
        total = total * 60.0 + strtod(p, &end);
        if (end != p + strspn(p, "0123456789.")) {
            return false; /* strtod knows more spellings than these */
        }
        p = end;
        if (*p != ':' || field == 2) {
            break;
        }
        p++;
    }
    if (*p == '%' && p[1] == '\0') {
        total = length * total / 100.0;
    } else if (*p != '\0') {
        return false;
    }
    if (!isfinite(total)) {
        return false;
    }
    if (from_end) {
        total = length - total;
    }
    *seconds = total < 0.0 ? 0.0 : total > length ? length : total;
    return true;
}
