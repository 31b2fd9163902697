/* Opens a demo by name: a file, a member of the game data's archives, or a built-in demo.
 *
 * Opens the game data at the same time, since each may depend on the other: a file's folder may
 * contain the data, and a bare name ("demo1") is searched inside the data. Prints nothing.
 */
#ifndef ENGINE_PLAYBACK_DEMO_SOURCE_H
#define ENGINE_PLAYBACK_DEMO_SOURCE_H

#include "assets/game_files.h"
#include "assets/platform.h"
#include "assets/quake/quake_data.h"
#include "assets/quake3/q3_data.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

/* Where to search for game data, and a log for what is missing or damaged in it. */
struct demo_search {
    const char *basedir;    /* base folders, '\n' between them, or NULL (assets/search.h) */
    const char *game;       /* or NULL; replaces the demo's own mod folder */
    const char *remembered; /* remembered ones, as basedir; searched before the default ones */
    files_log_fn log;       /* called with one line at a time; NULL = none */
    files_log_fn log_piece; /* of single missing pieces, see files_hear_pieces; NULL = as log */
    void *log_context;
    bool verbose;       /* each missing piece is a line: log_piece is NULL */
    const char *output; /* file that is going to be written; a demo or game data that is read from
                           it is refused. NULL = none */
    const struct file_bytes *input; /* bytes of standard input for "-", borrowed; NULL = none */
    int threads; /* for unpacking game data, including the caller's; 0 = only the caller's */
};

struct demo_source {
    const char *name; /* as given by the user */
    const uint8_t *data;
    size_t size;
    struct demo demo;         /* the demo in data; demo.code < 0 = not a demo */
    struct game_files finder; /* game data in which the demo was found, if the demo needs other
                                 folders than these; else all zero */
    struct game_files game;   /* zero after demo_source_open_bytes of a file */
    struct quake_data quake;  /* uses game; zero after demo_source_open_bytes and for Quake III */
    struct q3_data *quake3;   /* uses game; Quake III demos only, else NULL */
    struct files_ref member;  /* a demo inside game or finder */
    struct file_bytes file;   /* if data is a file */
    struct byte_writer unpacked; /* if it was compressed with gzip */
    bool is_torn;                /* the compressed file is damaged, or the file got shorter while it
                                    was read (see torn); data is the good part */
    struct format_error torn;
    bool in_archive;   /* data is a member of an archive file, given by path or as the file's only
                          demo */
    bool in_file;      /* data is a file, or a member of an archive given by path */
    bool no_game_data; /* after a failure: no game data was found to search in */
};

/* name: a path, also into a pak, pk3, zip or dz ("baseq3/x.pk3/demos/y.dm_68") or to an archive
 * with a single demo; a name inside the game data (extension and Quake III's folder "demos/" may be
 * omitted); "-" for search->input; or "builtin:demo1". NULL: the built-in demo. Decompresses gzip.
 * Missing game data is not an error if the demo is found: see game.found. Returns 0 or a negative
 * FORMAT_ code; fills err. Close with demo_source_close; after a failure only name and no_game_data
 * are set and nothing needs closing. */
int demo_source_open(struct demo_source *source, const char *name, const struct demo_search *search,
                     struct format_error *err) MUST_CHECK;
void demo_source_close(struct demo_source *source);

/* Game data for the demo's scenes. Valid until the source is closed or moved. */
struct scene_data demo_source_data(struct demo_source *source);

/* As demo_source_open, for commands that draw nothing: does not search for game data if name is a
 * file, and does not call search->log. */
int demo_source_open_bytes(struct demo_source *source, const char *name,
                           const struct demo_search *search, struct format_error *err) MUST_CHECK;

/* True if the demo or its game data is read from the file at path. */
bool demo_source_reads(const struct demo_source *source, const char *path);

/* Lists the folders in which demo_source_open searched for game data, one per line; also after a
 * failure. */
void demo_source_describe_search(const struct demo_source *source, const struct demo_search *search,
                                 char *text, size_t size);

#endif
