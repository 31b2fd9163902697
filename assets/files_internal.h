/* What the files of assets/files share. Not for users of files.h. */
#ifndef ASSETS_FILES_INTERNAL_H
#define ASSETS_FILES_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/archive.h"
#include "assets/files.h"
#include "assets/folders.h"
#include "assets/name_map.h"
#include "assets/platform.h"

enum { FILES_NAME_MOST = 255, FILES_PATH = 4096 };

struct mounted_pak {
    struct archive archive;
    struct file_bytes mapping; /* data NULL: the pak lives in the caller's memory */
    char *folder;              /* not NULL: a NAME.pk3dir, which counts as a pak */
    struct mounted_pak *below; /* the next weaker one of the same layer */
};

/* One game directory, or one pak in memory. */
struct layer {
    char *path; /* NULL: a pak in memory, and no loose files */
    const uint8_t *pak;
    size_t pak_size;
    struct mounted_pak *paks;
    unsigned rank; /* stronger ones have higher numbers */
    struct layer *below;
};

struct files {
    files_log_fn log;
    void *log_context;
    struct layer *layers;    /* strongest first */
    struct name_map known;   /* struct known */
    struct files_held *held; /* all that is lent */
    size_t held_bytes;       /* of their own memory */
    struct folders folders;
    struct name_map said;    /* lines of the log */
    struct name_map damaged; /* names of damaged files */
    unsigned missing[FILES_WANTS];
    bool lacked_memory;
};

#endif
