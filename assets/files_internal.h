/* Internals of assets/files*.c. Not for users of files.h. */
#ifndef ASSETS_FILES_INTERNAL_H
#define ASSETS_FILES_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/archive.h"
#include "assets/files.h"
#include "assets/folders.h"
#include "assets/missing_pieces.h"
#include "assets/name_map.h"
#include "assets/platform.h"

enum { FILES_NAME_MAX = 255, FILES_PATH = 4096 };

struct mounted_pak {
    struct archive archive;
    struct disk_file file;     /* what the archive reads; closed if it is in the caller's memory */
    char *label;               /* the name in messages: its path */
    unsigned damaged;          /* members that failed to load */
    bool reported;             /* that it changed while it was open */
    char *folder;              /* not NULL: a folder NAME.pk3dir, treated as a pak */
    struct mounted_pak *below; /* the next lower one of the same layer */
};

/* One game directory, one archive file, or one pak in memory. */
struct layer {
    char *path;    /* the directory; NULL: no loose files */
    char *archive; /* the archive file; NULL: none, or in memory */
    const uint8_t *pak;
    size_t pak_size;
    struct mounted_pak *paks;
    unsigned rank; /* higher ranks have precedence */
    struct layer *below;
};

struct files {
    files_log_fn log;
    files_log_fn log_piece; /* NULL: as log, and pieces stays empty */
    void *log_context;
    struct layer *layers;    /* highest rank first */
    struct name_map known;   /* struct known */
    struct files_held *held; /* all referenced bytes */
    size_t held_bytes;       /* total of loaded members and loose files */
    struct folders folders;
    struct name_map said;    /* lines already logged */
    struct name_map damaged; /* names of damaged files */
    struct format_error last_damage;
    const struct files *copied; /* while it is created as a copy: what that one logged is not new */
    unsigned missing[FILES_WANTS];
    struct missing_pieces pieces;
    bool lacked_memory;
    bool lacks_archive; /* files_log is silent: an archive explains what is missing */
};

/* As files_log, but never silent. */
void files_log_line(struct files *files, const char *line);

#endif
