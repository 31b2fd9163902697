/* The command line, the same for every subcommand that draws.
 *
 * `--name value`, `--name=value`, and Quake's own words (-basedir, -game, -width, -height). `--`
 * ends the options. A subcommand's own options come as a table. */
#ifndef ENGINE_COMMANDS_OPTIONS_H
#define ENGINE_COMMANDS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/family/camera.h"
#include "render/cpu.h"
#include "render/renderer.h"

enum { EXIT_GOOD = 0, EXIT_BAD_INPUT = 1, EXIT_USAGE = 2 };

struct options {
    int width, height; /* 0 = the subcommand's default */
    float fov;         /* degrees */
    enum render_look look;
    int threads; /* 0 = one a CPU core */
    bool no_lerp, no_view_model, no_hud, no_particles, colored_light;
    bool lerp_models, no_lerp_models; /* neither: as the look has it */
    bool no_fog;
    bool own_water_alpha; /* --water-alpha was given: */
    float water_alpha;    /* 0 .. 1 */
    struct camera camera;
    const char *follow; /* whose eyes: a player's number from 1 on, or his name; NULL = the
                           recorder's */
    const char *basedir;
    const char *game;
    bool help;
    const char **files; /* borrowed from argv, the array is owned */
    size_t num_files;
};

/* A subcommand's own option. Exactly one of flag, text, number and real is set. */
struct option_spec {
    const char *name; /* without dashes; one letter means -x */
    bool *flag;
    const char **text;
    long *number; /* must be >= 1 */
    double *real; /* finite */
};

/* Parses argv[1..] for the named subcommand. 0, or EXIT_USAGE after one line on stderr that names
 * what is wrong. Also applies --cpu and $QUAKEREEL_CPU to the kernels. specs ends with a NULL name
 * (specs may be NULL). */
int options_parse(struct options *options, const char *command, int argc, char **argv,
                  const struct option_spec *specs);
void options_free(struct options *options);

/* options_parse with what every drawing subcommand does next: --help prints help and the shared
 * options, more than most_demos demos are wrong. OPTIONS_GO_ON, or the exit status (the options are
 * freed then). */
enum { OPTIONS_GO_ON = -1 };
int options_begin(struct options *options, const char *command, int argc, char **argv,
                  const struct option_spec *specs, const char *help, size_t most_demos);

/* The help text of the options all drawing subcommands share. */
extern const char options_help[];

/* A time on the command line: "90", "1:30.5", "1:02:03", "50%", "-10" (from the end). Seconds from
 * the start, clamped to [0, length]. False when text is none of these. */
bool options_parse_time(const char *text, double length, double *seconds);

#endif
