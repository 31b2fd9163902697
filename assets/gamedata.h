/* Finds the user's Quake data and opens it as one struct files, with the pictures every frame
 * needs.
 *
 * Search order (first one with an id1 folder or a pak wins): -basedir, $QUAKEREEL_BASEDIR, the
 * demo's own folder and its parents, the current folder, common install places. Over id1 the
 * layers are laid (QuakeWorld's "qw", the folder a demo was made with), then -game DIR. The
 * built-in pack is used when nothing is found and the caller asks for it (the
 * built-in demos). */
#ifndef ASSETS_GAMEDATA_H
#define ASSETS_GAMEDATA_H

#include <stdbool.h>

#include "assets/files.h"
#include "assets/quake/model_store.h"
#include "assets/quake/skin_store.h"
#include "assets/quake/skybox.h"
#include "formats/archives/wad.h"
#include "formats/pictures/lmp.h"

enum { GAMEDATA_LAYERS = 2 };

struct gamedata_options {
    const char *basedir; /* or NULL */
    const char *game;    /* or NULL */
    const char *base; /* plain name of the folder that takes id1's place ("baseq3"); NULL = id1 */
    const char *layers[GAMEDATA_LAYERS]; /* plain names of folders beside id1, the lowest first;
                                            NULL or not there = none */
    const char *demo_path; /* or NULL: the demo's folder and its parents are looked at */
    bool builtin;          /* use the built-in pack only */
    bool files_only; /* the tree of files alone, for who draws nothing: palette, colormap, wad and
                        conchars stay empty */
    files_log_fn log;
    void *log_context;
};

struct gamedata {
    struct files *files;
    struct model_store *models;
    struct skybox_store *skyboxes; /* NULL with files_only */
    struct skin_store *skins;      /* likewise */
    bool found; /* game data was found, or the built-in pack was asked for. false: only the built-in
                   palette and pictures serve as a stand-in */
    char basedir[1024];      /* what was found, "" if none */
    const uint8_t *palette;  /* PALETTE_BYTES: gfx/palette.lmp or the built-in one */
    const uint8_t *colormap; /* COLORMAP_BYTES */
    struct wad wad;          /* gfx.wad; num_lumps 0 when missing */
    const uint8_t *conchars; /* 128 x 128 indices (0 = transparent), never NULL */
};

/* 0, or negative with one line in err->what: -basedir without id1, -game that is not there or no
 * plain folder name. No game data at all is not an error: found is false and the built-in pack's
 * palette, colormap and pictures stand in. When the demo lies in a folder beside id1
 * ("quake/mymod/x.dem") and no -game is given, that folder is laid over id1. */
int gamedata_open(struct gamedata *data, const struct gamedata_options *options,
                  struct format_error *err) MUST_CHECK;
void gamedata_close(struct gamedata *data);

/* Every place gamedata_open looked at, one a line, for the message to the user. */
void gamedata_describe_search(const struct gamedata_options *options, char *text, size_t size);

/* A picture of gfx.wad ("num_3") or, with a path ("gfx/pause.lmp"), of the game data.
 * FORMAT_MISSING when it is not there. */
int gamedata_picture(struct gamedata *data, const char *name,
                     struct lmp_picture *picture) MUST_CHECK;

#endif
