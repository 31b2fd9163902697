/* The demos a name stands for: those of a folder, those of an archive (.zip, .pk3, .pak), or the
 * one of that name. No demo is opened for it: the endings of names tell. */
#ifndef ENGINE_PLAYBACK_DEMO_LIST_H
#define ENGINE_PLAYBACK_DEMO_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { DEMO_LIST_MOST = 1 << 20 /* names: what more there are is left out */ };

enum demo_list_from { DEMO_LIST_NAME, DEMO_LIST_FOLDER, DEMO_LIST_ARCHIVE };

struct demo_list { /* start from {0} */
    char **names;  /* owned, each as demo_source_open takes it */
    size_t count, capacity;
    enum demo_list_from from; /* what the name added last was */
};

/* Whether a file of that name is a demo by its ending (".dem", ".qwd", ".mvd", ".dm_68" and the
 * like, ".dm3", also with ".gz" behind it), in any case. */
bool demo_list_is_demo(const char *name);

/* Adds the demos of a folder ("DIR/x.dem"; not those of folders inside it) or of an archive
 * ("a.zip/demos/x.dem") in natural order, or else the name as it is: also that of a folder or an
 * archive without demos, so that opening it says so. 0, or negative with err: FORMAT_MEMORY, or
 * what the folder or archive cannot be read for; nothing is added then. */
int demo_list_add(struct demo_list *list, const char *name, struct format_error *err) MUST_CHECK;

/* Adds the name as it is. 0 or FORMAT_MEMORY. */
int demo_list_add_name(struct demo_list *list, const char *name,
                       struct format_error *err) MUST_CHECK;

/* Adds the demos among an archive's members by their paths inside it, likewise. */
int demo_list_add_members(struct demo_list *list, const uint8_t *data, size_t size,
                          struct format_error *err) MUST_CHECK;

/* Adds the demos of the folder a file lies in, and says at which place the file stands among them.
 * FORMAT_MISSING when it does not. */
int demo_list_add_neighbours(struct demo_list *list, const char *path, size_t *place,
                             struct format_error *err) MUST_CHECK;

void demo_list_free(struct demo_list *list);

#endif
