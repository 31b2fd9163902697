/* Pictures that replace a level's textures and its models' skins in true colour.
 *
 * Looked for in the order of files.h, under these names with each of quake_image_extensions before
 * the next name; the first file counts:
 *     texture NAME of maps/MAP.bsp   textures/MAP/NAME, textures/NAME; liquids: '#' for the '*'
 *     skin N of progs/MODEL.mdl      progs/MODEL.mdl_N; its picture M of several: MODEL.mdl_N_M
 *     its glow, beside what is found FOUND_glow, FOUND_luma (FOUND: without extension)
 * A replacement without glow has nothing that glows. Sky textures have none. Sources: QuakeSpasm's
 * gl_model.c (Mod_LoadTextures) for textures, DarkPlaces for skins.
 *
 * Names come from maps and demos: those that are empty, too long or absolute, and those with "..",
 * "//", '\\', ':' or characters that are not printable ASCII have no replacement.
 *
 * A list is loaded in five steps, two of them by a pool of threads:
 *     replacement_list_add_...     for each texture and skin of the level; finds the files
 *     replacement_list_measure     for each index, in any thread
 *     replacement_list_fit         applies the memory budget
 *     replacement_list_decode      for each index, in any thread; the caller takes the pixels over
 *     replacement_list_report      logs what was wrong
 * In between, files may be used for other things. The result depends only on the files and on the
 * order of the adding: so a level's pictures belong in one list, which is then destroyed. Nothing
 * is cached. Steps that say nothing else: not thread-safe. */
#ifndef ASSETS_QUAKE_REPLACEMENT_LIST_H
#define ASSETS_QUAKE_REPLACEMENT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/files.h"
#include "formats/pictures/image.h"

enum {
    REPLACEMENT_MAX_SIDE = 4096,  /* pixels; pictures with a larger side are left out */
    REPLACEMENT_MAX_COUNT = 4096, /* textures and skins; those beyond have no replacement */
    /* Bytes of all pictures of a list as textures with mip levels (rgba_texture_bytes). Enough for
     * 48 pictures of 1024 x 1024: id's levels have about 60 textures, most of which packs have at
     * 512 x 512. If all together need more, the sides of each are halved; what is still beyond the
     * budget then is left out, in the order of the list. */
    REPLACEMENT_BUDGET = 256 << 20
};

/* Pixels of a replacement; rgba NULL: none. */
struct replacement {
    struct image_rgba color; /* alpha counts for fences and skins with holes */
    struct image_rgba glow;  /* added after light; may have another size */
};

struct replacement_list;

/* palette: PALETTE_BYTES, for .lmp pictures. Both are borrowed and must outlive the list. Returns
 * NULL if out of memory. */
struct replacement_list *replacement_list_create(struct files *files, const uint8_t *palette);
void replacement_list_destroy(struct replacement_list *list);

/* Add what replaces a texture of the map file `map` ("maps/e1m1.bsp", "maps/b_bh25.bsp") or a skin
 * (numbered from 0) of a model file ("progs/player.mdl"); picture: from 0, of a skin that is a
 * group of pictures, else -1. Return its index in the list, from 0; FORMAT_MISSING: there is none;
 * or FORMAT_MEMORY. */
int replacement_list_add_texture(struct replacement_list *list, const char *map,
                                 const char *name) MUST_CHECK;
int replacement_list_add_skin(struct replacement_list *list, const char *model, int skin,
                              int picture) MUST_CHECK;
int replacement_list_count(const struct replacement_list *list);

/* True if one of a model's first REPLACEMENT_PROBED_SKINS skins, or the first picture of one, has a
 * replacement: so that models without one need not be loaded. */
enum { REPLACEMENT_PROBED_SKINS = 8 };
bool replacement_list_has_skins(const struct replacement_list *list, const char *model);

/* Reads the sizes of the pictures of an index. list: a struct replacement_list; a thread_job_fn.
 * Several threads may do this, each with another index. */
void replacement_list_measure(void *list, int index);

/* Applies the budget. */
void replacement_list_fit(struct replacement_list *list);

/* Bytes of the pixels that decoding an index has in memory, before they are halved. */
size_t replacement_list_work(const struct replacement_list *list, int index);

/* Reads and decodes the pictures of an index. color.rgba is NULL if they are left out, damaged or
 * do not fit into memory: the level's own picture is drawn. Several threads may do this, each with
 * another index. Owned; free with replacement_free. */
void replacement_list_decode(struct replacement_list *list, int index, struct replacement *out);
void replacement_free(struct replacement *replacement);

/* Logs one line for each picture that could not be used, and one if the budget was exceeded. They
 * are details (files_log_detail), and damage does not count as damage of the game data.
 * Returns 0, or FORMAT_MEMORY if memory ran out for some, which files_lacked_memory tells, too. */
int replacement_list_report(struct replacement_list *list) MUST_CHECK;

#endif
