/* Where a demo's bytes come from: a file, a member of the game data's paks, or the built-in
 * pack.
 *
 * Opens the game data at the same time, since each may depend on the other: a file's folder
 * tells where the data is, and a bare name ("demo1") is looked for inside the data. */
#ifndef ENGINE_PLAYBACK_DEMO_SOURCE_H
#define ENGINE_PLAYBACK_DEMO_SOURCE_H

#include "assets/gamedata.h"
#include "assets/platform.h"
#include "engine/commands/options.h"

struct demo_source {
    const char *name; /* as the user gave it */
    const uint8_t *data;
    size_t size;
    struct gamedata finder; /* holds the bytes of a demo that was found inside game data, when that
                               is not all of what the demo wants; else all zero */
    struct gamedata game;   /* all zero after demo_source_open_bytes of a plain file */
    struct file_bytes mapped; /* when data is a file of its own */
};

/* name: a path, also through a pak or pk3 ("baseq3/x.pk3/demos/y.dm_68"), a name inside the game
 * data
 * (".dem", ".qwd", ".mvd", the endings of Quake III's demos and their folder "demos/" may be left
 * out), or "builtin:demo1". NULL: the built-in demo. The game data has the folders the demo wants;
 * --game takes the place of the one it was made with. Says on stderr what is missing, and where
 * game data was looked for when there is none. What cannot be drawn yet is refused. 0, or
 * EXIT_BAD_INPUT after one line on stderr. */
int demo_source_open(struct demo_source *source, const char *name, const struct options *options);
void demo_source_close(struct demo_source *source);

/* Where info and dump look for bare names. */
struct demo_search {
    const char *basedir; /* or NULL */
    const char *game;    /* or NULL */
};

/* The demo's bytes alone, for who draws nothing: a plain file needs no game data, and then none
 * is looked for. Says nothing. 0, or a negative code with one line in err->what. Close with
 * demo_source_close. */
int demo_source_open_bytes(struct demo_source *source, const char *name,
                           const struct demo_search *search, struct format_error *err) MUST_CHECK;

/* Takes -basedir and -game, with one dash or two, their value in the next word or behind '='. 1
 * = argv[*i] is one of them (*i stands on its last word), 0 = it is not, -1 = its value is
 * missing. */
int demo_source_take_option(struct demo_search *search, int argc, char **argv, int *i) MUST_CHECK;

#endif
