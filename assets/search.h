/* Finds the user's game data: the folders to open, in order. Looks at names only.
 *
 * The first of these locations with an id1 folder or a pak is used: those of -basedir,
 * $QUAKEREEL_BASEDIR, the demo's folder and its parents, the remembered folders, the current
 * folder, common install locations. The layers (QuakeWorld's "qw", the demo's mod folder) and then
 * -game DIR have precedence over id1.
 *
 * With a base other than id1 (Quake III's) a folder with a pk3 has precedence over one without. If
 * it is not -basedir's and lacks pak0.pk3, it is a user's home folder: the next location with
 * pak0.pk3 is opened below it, as the original does with its home path. */
#ifndef ASSETS_SEARCH_H
#define ASSETS_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

enum { SEARCH_LAYERS = 2, SEARCH_FOLDERS = 2 * (SEARCH_LAYERS + 2), SEARCH_PATH = 1024 };

struct search_options {
    const char *basedir;    /* folders that the user gave, separated by '\n', or NULL */
    const char *game;       /* or NULL */
    const char *remembered; /* remembered folders, as basedir */
    const char *base;       /* plain name of the base folder ("baseq3"); NULL = id1 */
    const char *other_base; /* alternative base ("baseoa"), or NULL. Common install locations with
                               `base` are searched before those with this one */
    const char *layers[SEARCH_LAYERS]; /* plain names of folders next to id1, lowest first;
                                          NULL = none */
    const char *demo_path;             /* or NULL; its folder and parents are searched */
};

struct search_result {
    char basedir[SEARCH_PATH];                 /* the folder around id1, "" = nothing was found */
    char folders[SEARCH_FOLDERS][SEARCH_PATH]; /* to open, the lowest first: each wins over
                                                  those before it */
    int num_folders;                           /* 0 = none found */
    bool is_given;                             /* it is one of search_options.basedir */
};

/* Returns 0 or a negative FORMAT_ code; fills err: a -basedir that holds the data of no game, -game
 * missing or not a plain folder name, a folder that is there and cannot be listed (of other places
 * than -basedir, those that are not for this user are passed over). Missing game data is not an
 * error. If the demo is in a folder next to id1 ("quake/mymod/x.dem") and no -game is given, that
 * folder is opened over id1. */
int search_find(struct search_result *result, const struct search_options *options,
                struct format_error *err) MUST_CHECK;

/* Lists the locations that search_find searches, one per line. */
void search_describe(const struct search_options *options, char *text, size_t size);

#endif
