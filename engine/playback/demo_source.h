/* Where a demo's bytes come from: a file, a member of the game data's paks, or the built-in
 * pack.
 *
 * Opens the game data at the same time, since each may depend on the other: a file's folder
 * tells where the data is, and a bare name ("demo1") is looked for inside the data. Prints nothing.
 */
#ifndef ENGINE_PLAYBACK_DEMO_SOURCE_H
#define ENGINE_PLAYBACK_DEMO_SOURCE_H

#include "assets/game_files.h"
#include "assets/platform.h"
#include "assets/quake/quake_data.h"
#include "assets/quake3/q3_data.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

/* Where game data is looked for, and who is told what is missing or damaged in it. */
struct demo_search {
    const char *basedir;    /* or NULL */
    const char *game;       /* or NULL: takes the place of the folder the demo was made with */
    const char *remembered; /* a folder a person chose once, or NULL: asked before the usual ones */
    files_log_fn log;       /* a line each; NULL = nobody */
    void *log_context;
    const struct file_bytes *input; /* what "-" stands for, borrowed; NULL = nothing */
    int threads; /* that may help unpacking game data, the caller's among them; 0 = it alone */
};

struct demo_source {
    const char *name; /* as the user gave it */
    const uint8_t *data;
    size_t size;
    struct demo demo;            /* what data is; its code tells when it is no demo */
    struct game_files finder;    /* holds the bytes of a demo that was found inside game data, when
                                    that is not all of what the demo wants; else all zero */
    struct game_files game;      /* all zero after demo_source_open_bytes of a plain file */
    struct quake_data quake;     /* on top of game; all zero after demo_source_open_bytes, and */
    struct q3_data *quake3;      /* where this is there instead, for Quake III's demos */
    struct files_ref member;     /* of a demo inside game or finder */
    struct file_bytes mapped;    /* when data is a file of its own */
    struct byte_writer unpacked; /* when it was packed by gzip */
    bool is_torn;                /* that packed file is damaged, as `torn` says; data is what came
                                    out of it nevertheless */
    struct format_error torn;
    bool in_file;      /* data lies in a file of its own, or in an archive named by path */
    bool no_game_data; /* after a failure: there was no game data to find the name in */
};

/* name: a path, also through a pak, pk3 or zip ("baseq3/x.pk3/demos/y.dm_68") or of one with a
 * single demo in it, a name inside the game data (".dem", ".qwd", ".mvd", the endings of Quake
 * III's demos and their folder "demos/" may be left out), "-" for search->input, or
 * "builtin:demo1". NULL: the built-in demo. Demos packed by gzip are unpacked, wherever they lie.
 * The game data has the folders the demo wants. No game data at all is no failure when the demo is
 * there: game.found tells. 0, or a negative code with one line in err->what. Close with
 * demo_source_close; a failure leaves nothing to close, but name and no_game_data. */
int demo_source_open(struct demo_source *source, const char *name, const struct demo_search *search,
                     struct format_error *err) MUST_CHECK;
/* What was read of the demo need not stay in memory: platform_unload_file. Now and then, of demos
 * that are played through. */
void demo_source_unload(const struct demo_source *source);
void demo_source_close(struct demo_source *source);

/* What scenes of the demo are made of: good until the source is closed or moved. */
struct scene_data demo_source_data(struct demo_source *source);

/* The demo's bytes alone, for who draws nothing: a plain file needs no game data, and then none
 * is looked for; search->log is told nothing. Otherwise as demo_source_open. */
int demo_source_open_bytes(struct demo_source *source, const char *name,
                           const struct demo_search *search, struct format_error *err) MUST_CHECK;

/* Every place demo_source_open looked for game data at, one a line, for the message to the user;
 * also after it failed. */
void demo_source_describe_search(const struct demo_source *source, const struct demo_search *search,
                                 char *text, size_t size);

#endif
