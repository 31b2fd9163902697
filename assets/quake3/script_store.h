/* Shader definitions of the game's scripts, by name. Private to this module.
 *
 * All "scripts/NAME.shader" are read once, in the game's order (files_list), up to 32 MB; the rest
 * is skipped with a line in the log. A definition is parsed at its first use. Not thread-safe. */
#ifndef ASSETS_QUAKE3_SCRIPT_STORE_H
#define ASSETS_QUAKE3_SCRIPT_STORE_H

#include "assets/files.h"
#include "formats/scripts/q3_shader.h"
#include "formats/scripts/q3_shader_list.h"

struct script_store;

/* Returns NULL if out of memory. */
struct script_store *script_store_create(struct files *files);
void script_store_destroy(struct script_store *store);

/* Returns 0, FORMAT_MISSING (no script has it) or FORMAT_MEMORY. rules is valid as long as the
 * store; number is the definition's index in the list. A fault gives one line in the log. */
int script_store_find(struct script_store *store, const char *name, const struct q3_shader **rules,
                      uint32_t *number) MUST_CHECK;

#endif
