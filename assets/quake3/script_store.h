/* What the game's shader scripts say, by name: private to this room.
 *
 * All "scripts/NAME.shader" are read once, in the order in which the game lists them
 * (files_list), up to 32 MB of them, where others are left out with a line; a definition is parsed
 * when it is first asked for. Not thread-safe. */
#ifndef ASSETS_QUAKE3_SCRIPT_STORE_H
#define ASSETS_QUAKE3_SCRIPT_STORE_H

#include "assets/files.h"
#include "formats/scripts/q3_shader.h"
#include "formats/scripts/q3_shader_list.h"

struct script_store;

/* NULL without memory. */
struct script_store *script_store_create(struct files *files);
void script_store_destroy(struct script_store *store);

/* FORMAT_MISSING: no script has it. rules lives as long as the store; number is the definition's
 * in the list. What is not understood gives one line in the log. */
int script_store_find(struct script_store *store, const char *name, const struct q3_shader **rules,
                      uint32_t *number) MUST_CHECK;

#endif
