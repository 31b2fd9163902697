/* Finds the user's game data: the folders to open, in order. Looks at names only.
 *
 * The first of these places with an id1 folder or a pak wins: -basedir, $QUAKEREEL_BASEDIR, the
 * demo's own folder and its parents, the remembered one, the current folder, common install places.
 * Over id1 the layers are laid (QuakeWorld's "qw", the folder a demo was made with), then -game
 * DIR.
 *
 * With another base than id1 (Quake III's) a folder with a pk3 goes before one without. Where it is
 * not -basedir's and lacks pak0.pk3, it holds what a player added to an installed game: the next
 * place that has it lies under it, as the original lays its home over its installation. */
#ifndef ASSETS_SEARCH_H
#define ASSETS_SEARCH_H

#include <stddef.h>

#include "formats/base/error.h"

enum { SEARCH_LAYERS = 2, SEARCH_FOLDERS = 2 * (SEARCH_LAYERS + 2), SEARCH_PATH = 1024 };

struct search_options {
    const char *basedir;    /* or NULL */
    const char *game;       /* or NULL */
    const char *remembered; /* a folder a person chose once, or NULL */
    const char *base;       /* plain name of the folder that takes id1's place ("baseq3"); NULL =
                               id1 */
    const char *other_base; /* or NULL: serves as well ("baseoa"). Of common install places those
                               with `base` go before all with this one */
    const char *layers[SEARCH_LAYERS]; /* plain names of folders beside id1, the lowest first;
                                          NULL or not there = none */
    const char *demo_path; /* or NULL: the demo's folder and its parents are looked at */
};

struct search_result {
    char basedir[SEARCH_PATH];                 /* the folder around id1, "" = nothing was found */
    char folders[SEARCH_FOLDERS][SEARCH_PATH]; /* to open, the lowest first: each wins over
                                                  those before it */
    int num_folders;                           /* 0 = none found */
};

/* 0, or negative with one line in err->what: -basedir without id1, -game that is not there or no
 * plain folder name. No game data at all is not an error. When the demo lies in a folder beside id1
 * ("quake/mymod/x.dem") and no -game is given, that folder is laid over id1. */
int search_find(struct search_result *result, const struct search_options *options,
                struct format_error *err) MUST_CHECK;

/* Every place search_find looks at, one a line, for the message to the user. */
void search_describe(const struct search_options *options, char *text, size_t size);

#endif
