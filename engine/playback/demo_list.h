/* Expands a name to demos: those of a folder, of an archive (.zip, .dz, .pk3, .pak), of a playlist
 * (.m3u, .m3u8), or the demo itself. Demos are recognised by file extension; none is opened. */
#ifndef ENGINE_PLAYBACK_DEMO_LIST_H
#define ENGINE_PLAYBACK_DEMO_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/error.h"

enum { DEMO_LIST_MAX = 1 << 20 /* maximum number of names; later ones are dropped */ };

enum demo_list_from { DEMO_LIST_NAME, DEMO_LIST_FOLDER, DEMO_LIST_ARCHIVE, DEMO_LIST_PLAYLIST };

struct demo_list { /* start from {0} */
    char **names;  /* owned; each can be passed to demo_source_open */
    size_t count, capacity;
    enum demo_list_from from; /* kind of the name added last */
    size_t left_out;          /* demos of that archive that cannot be opened: damaged, encrypted, or
                                 named so that no path leads to them */
    struct format_error reason; /* why the first of them cannot */
};

/* True if the file name has a demo's extension (".dem", ".qwd", ".mvd", ".dm3", ".dm_68" etc., also
 * followed by ".gz"), ignoring case. */
bool demo_list_is_demo(const char *name);

/* Adds the names of a playlist as they are, relative ones below its folder. Otherwise
 * adds the demos of a folder ("DIR/x.dem"), then those of its subfolders, or of an archive
 * ("a.zip/demos/x.dem") in natural order, else the name itself; also that of a folder or archive
 * without demos, so that opening it reports the error. Subfolders whose name begins with a point,
 * or that are links back to a folder above, are passed over, and so are those 16 folders down, and
 * all behind 200,000 entries. An archive with demos of which none can be
 * opened is an error. Returns 0 or a negative FORMAT_ code
 * (nothing is added); fills err. */
int demo_list_add(struct demo_list *list, const char *name, struct format_error *err) MUST_CHECK;

/* Adds the name unchanged. Returns 0 or FORMAT_MEMORY. */
int demo_list_add_name(struct demo_list *list, const char *name,
                       struct format_error *err) MUST_CHECK;

/* Adds the demos among an archive's members by their paths inside it. Returns 0 or a negative
 * FORMAT_ code; fills err. As demo_list_add, sets left_out. */
int demo_list_add_members(struct demo_list *list, const struct byte_source *archive,
                          struct format_error *err) MUST_CHECK;

/* Adds the demos of the folder that contains a file; *place is the file's index among them. Returns
 * FORMAT_MISSING if the file is not one of them. */
int demo_list_add_neighbours(struct demo_list *list, const char *path, size_t *place,
                             struct format_error *err) MUST_CHECK;

/* Length of the folders or the archive that all names begin with, with the last '/'; 0 = none. A
 * NULL name begins with nothing. */
size_t demo_list_shared_folder(char *const *names, size_t count);

void demo_list_free(struct demo_list *list);

#endif
