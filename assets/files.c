#define _POSIX_C_SOURCE 200809L

#include "assets/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/platform.h"
#include "formats/pak.h"

enum {
    NAME_MAX_LENGTH = 255,
    SAID_MAX = 4096, /* a hostile demo could make the log endless */
    MEMBERS_NAMED = 3 /* damaged members of one pak that are named one by one */
};

struct member {
    char name[57]; /* lower case */
    uint32_t index;
};

struct mounted_pak {
    struct pak pak;
    struct file_bytes mapping; /* data NULL: the pak lives in the caller's memory */
    struct member *members;    /* sorted by name, then by place in the pak */
    size_t num_members;
    struct mounted_pak *below; /* the next weaker one of the same layer */
};

/* One game directory, or one pak in memory. */
struct layer {
    char *path; /* NULL: no loose files */
    struct mounted_pak *paks;
    unsigned rank; /* stronger ones have higher numbers */
    struct layer *below;
};

struct listing {
    char *path;
    char **names;
    size_t count;
    struct listing *next;
};

struct loaded {
    const uint8_t *data; /* NULL: known to be missing */
    size_t size;
    unsigned rank; /* of its layer */
};

struct loose_file {
    struct file_bytes bytes;
    struct loose_file *next;
};

struct files {
    files_log_fn log;
    void *log_context;
    struct layer *layers; /* strongest first */
    struct name_map loaded;
    struct loose_file *loose;
    struct listing *listings;
    struct name_map said;    /* lines of the log */
    struct name_map damaged; /* names of damaged files */
};

static void free_listings(struct listing *list)
{
    while (list) {
        struct listing *next = list->next;
        platform_free_names(list->names, list->count);
        free(list->path);
        free(list);
        list = next;
    }
}

static void free_pak(struct mounted_pak *pak)
{
    if (pak) {
        platform_unmap_file(&pak->mapping);
        free(pak->members);
        free(pak);
    }
}

static void free_layer(struct layer *layer)
{
    while (layer->paks) {
        struct mounted_pak *below = layer->paks->below;
        free_pak(layer->paks);
        layer->paks = below;
    }
    free(layer->path);
    free(layer);
}

struct files *files_create(files_log_fn log, void *log_context)
{
    struct files *files = calloc(1, sizeof(*files));
    if (files) {
        files->log = log;
        files->log_context = log_context;
    }
    return files;
}

void files_destroy(struct files *files)
{
    if (!files) {
        return;
    }
    while (files->layers) {
        struct layer *below = files->layers->below;
        free_layer(files->layers);
        files->layers = below;
    }
    while (files->loose) {
        struct loose_file *next = files->loose->next;
        platform_unmap_file(&files->loose->bytes);
        free(files->loose);
        files->loose = next;
    }
    free_listings(files->listings);
    name_map_clear(&files->loaded, free);
    name_map_clear(&files->said, NULL);
    name_map_clear(&files->damaged, NULL);
    free(files);
}

void files_log(struct files *files, const char *line)
{
    char clean[1024];
    size_t length = 0;
    /* Names come from strangers: no control characters, which a terminal would obey. */
    for (; line[length] && length < sizeof(clean) - 1; length++) {
        unsigned char c = (unsigned char)line[length];
        clean[length] = (char)(c < 32 || c >= 127 ? '?' : c);
    }
    clean[length] = '\0';
    if (files->said.count > SAID_MAX || name_map_get(&files->said, clean)) {
        return;
    }
    const char *tell = files->said.count == SAID_MAX ? "more messages are not shown" : clean;
    if (name_map_put(&files->said, tell, files) == FORMAT_OK && files->log) {
        files->log(files->log_context, tell);
    }
}

unsigned files_damaged_count(const struct files *files)
{
    return (unsigned)files->damaged.count;
}

void files_report_damage(struct files *files, const char *name, const struct format_error *err)
{
    char line[1024];
    snprintf(line, sizeof(line), "%.700s: %s (byte %zu)", name, err->what, err->offset);
    files_log(files, line);
    if (name_map_put(&files->damaged, name, files) < 0) {
        files_log(files, "no memory to count damaged files");
    }
}

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;
    int order = strcmp(x->name, y->name);
    if (order) {
        return order;
    }
    return x->index < y->index ? -1 : x->index > y->index;
}

static void index_members(struct files *files, const char *label, struct mounted_pak *mounted)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < mounted->pak.num_members; i++) {
        struct pak_member member;
        struct format_error err = {0};
        if (pak_get(&mounted->pak, i, &member, &err) < 0) {
            if (bad++ < MEMBERS_NAMED) {
                files_report_damage(files, label, &err);
            }
            continue;
        }
        struct member *m = &mounted->members[mounted->num_members++];
        m->index = i;
        size_t j = 0;
        for (; member.name[j]; j++) {
            m->name[j] = name_lower(member.name[j]);
        }
        m->name[j] = '\0';
    }
    if (bad > MEMBERS_NAMED) {
        char line[1024];
        snprintf(line, sizeof(line), "%s: %u members are damaged in all", label, (unsigned)bad);
        files_log(files, line);
    }
    if (mounted->num_members > 1) {
        qsort(mounted->members, mounted->num_members, sizeof(*mounted->members), compare_members);
    }
}

/* Puts a pak on top of the layer's others. The mapping becomes the layer's (also on failure). */
static int mount_pak(struct files *files, struct layer *layer, const char *label,
                     const uint8_t *data, size_t size, struct file_bytes mapping)
{
    struct format_error err = {0};
    struct mounted_pak *mounted = calloc(1, sizeof(*mounted));
    if (!mounted) {
        platform_unmap_file(&mapping);
        return FORMAT_MEMORY;
    }
    mounted->mapping = mapping;
    int code = pak_open(&mounted->pak, data, size, &err);
    if (code < 0) {
        files_report_damage(files, label, &err);
    }
    if (code < 0 && mounted->pak.num_members == 0) {
        free_pak(mounted);
        return code;
    }
    mounted->members = calloc((size_t)mounted->pak.num_members + 1, sizeof(*mounted->members));
    if (!mounted->members) {
        free_pak(mounted);
        return FORMAT_MEMORY;
    }
    index_members(files, label, mounted);
    mounted->below = layer->paks;
    layer->paks = mounted;
    return FORMAT_OK;
}

/* The names in a folder, read once; NULL when it cannot be listed. */
static const struct listing *list_folder(struct files *files, const char *path)
{
    for (struct listing *l = files->listings; l; l = l->next) {
        if (strcmp(l->path, path) == 0) {
            return l;
        }
    }
    struct listing *l = calloc(1, sizeof(*l));
    if (!l || !(l->path = strdup(path))) {
        free(l);
        return NULL;
    }
    if (platform_list_directory(path, &l->names, &l->count) < 0) {
        l->count = 0; /* no such folder is remembered as an empty one */
    }
    l->next = files->listings;
    files->listings = l;
    return l;
}

/* Appends to path the entry that is called name but for the case; the first in sorted order, so
 * that the answer does not hang on the file system. */
static bool append_nocase(struct files *files, char *path, size_t size, const char *name)
{
    const struct listing *l = list_folder(files, path);
    for (size_t i = 0; l && i < l->count; i++) {
        if (name_equal_nocase(l->names[i], name)) {
            size_t used = strlen(path);
            int written = snprintf(path + used, size - used, "/%s", l->names[i]);
            return written > 0 && (size_t)written < size - used;
        }
    }
    return false;
}

/* The path of a loose file in a layer, whatever the case of its folders. */
static bool resolve_loose(struct files *files, const struct layer *layer, const char *key,
                          char *path, size_t size)
{
    int written = snprintf(path, size, "%s", layer->path);
    if (written < 0 || (size_t)written >= size) {
        return false;
    }
    char parts[NAME_MAX_LENGTH + 1];
    snprintf(parts, sizeof(parts), "%s", key);
    char *rest = parts;
    while (*rest) {
        char *slash = strchr(rest, '/');
        char *next = slash ? slash + 1 : rest + strlen(rest);
        if (slash) {
            *slash = '\0';
        }
        if (*rest && !append_nocase(files, path, size, rest)) {
            return false;
        }
        rest = next;
    }
    return true;
}

static int add_directory_paks(struct files *files, struct layer *layer)
{
    for (unsigned i = 0;; i++) {
        char name[32];
        char path[4096];
        snprintf(name, sizeof(name), "pak%u.pak", i);
        if (!resolve_loose(files, layer, name, path, sizeof(path))) {
            return FORMAT_OK; /* as the original: the row ends at the first gap */
        }
        struct file_bytes mapping;
        if (platform_map_file(path, &mapping) < 0) {
            struct format_error err = {0, ""};
            snprintf(err.what, sizeof(err.what), "cannot be read: %s", strerror(errno));
            files_report_damage(files, path, &err);
            continue;
        }
        if (mount_pak(files, layer, path, mapping.data, mapping.size, mapping) == FORMAT_MEMORY) {
            return FORMAT_MEMORY;
        }
    }
}

static void push_layer(struct files *files, struct layer *layer)
{
    layer->rank = files->layers ? files->layers->rank + 1 : 0;
    layer->below = files->layers;
    files->layers = layer;
    /* What was found or missed so far may be hidden or found now. */
    name_map_clear(&files->loaded, free);
}

int files_add_directory(struct files *files, const char *path)
{
    if (!platform_is_directory(path)) {
        return FORMAT_MISSING;
    }
    struct layer *layer = calloc(1, sizeof(*layer));
    if (!layer || !(layer->path = strdup(path))) {
        free(layer);
        return FORMAT_MEMORY;
    }
    int code = add_directory_paks(files, layer);
    if (code < 0) {
        free_layer(layer);
        return code;
    }
    push_layer(files, layer);
    return FORMAT_OK;
}

int files_add_pak(struct files *files, const char *label, const uint8_t *data, size_t size)
{
    struct layer *layer = calloc(1, sizeof(*layer));
    if (!layer) {
        return FORMAT_MEMORY;
    }
    int code = mount_pak(files, layer, label, data, size, (struct file_bytes){0});
    if (code < 0) {
        free_layer(layer);
        return code;
    }
    push_layer(files, layer);
    return FORMAT_OK;
}

/* Lower-case copy of a name that is safe to look for; false when it is not. */
static bool make_key(const char *name, char key[NAME_MAX_LENGTH + 1])
{
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MAX_LENGTH || name[0] == '/' || name[length - 1] == '/' ||
        strstr(name, "..")) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == '\\' || c == ':' || (c < 32 && i < length)) {
            return false;
        }
        key[i] = name_lower(name[i]);
    }
    return true;
}

static bool find_in_pak(const struct mounted_pak *mounted, const char *key, struct pak_member *out)
{
    size_t low = 0;
    size_t high = mounted->num_members;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(mounted->members[middle].name, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < mounted->num_members && strcmp(mounted->members[low].name, key) == 0 &&
           pak_get(&mounted->pak, mounted->members[low].index, out, NULL) == FORMAT_OK;
}

/* Maps a layer's loose file. FORMAT_MISSING when it has none. */
static int load_loose(struct files *files, const struct layer *layer, const char *key,
                      struct loaded *out)
{
    char path[4096];
    struct file_bytes bytes = {0};
    if (!resolve_loose(files, layer, key, path, sizeof(path)) || platform_is_directory(path)) {
        return FORMAT_MISSING;
    }
    if (platform_map_file(path, &bytes) < 0) {
        struct format_error err = {0, ""};
        snprintf(err.what, sizeof(err.what), "cannot be read: %s", strerror(errno));
        files_report_damage(files, path, &err);
        return FORMAT_MISSING;
    }
    struct loose_file *loose = calloc(1, sizeof(*loose));
    if (!loose) {
        platform_unmap_file(&bytes);
        return FORMAT_MEMORY;
    }
    *loose = (struct loose_file){bytes, files->loose};
    files->loose = loose;
    *out = (struct loaded){bytes.data, bytes.size, layer->rank};
    return FORMAT_OK;
}

static int find_file(struct files *files, const char *key, struct loaded *out)
{
    for (const struct layer *layer = files->layers; layer; layer = layer->below) {
        int code = layer->path ? load_loose(files, layer, key, out) : FORMAT_MISSING;
        if (code != FORMAT_MISSING) {
            return code;
        }
        for (const struct mounted_pak *p = layer->paks; p; p = p->below) {
            struct pak_member member;
            if (find_in_pak(p, key, &member)) {
                *out = (struct loaded){member.data, member.size, layer->rank};
                return FORMAT_OK;
            }
        }
    }
    return FORMAT_MISSING;
}

/* Looks for a file, once for each name. *known is not NULL on success, also when there is none. */
static int look_up(struct files *files, const char *name, const struct loaded **known)
{
    char key[NAME_MAX_LENGTH + 1];
    if (!make_key(name, key)) {
        char line[512];
        snprintf(line, sizeof(line), "%.300s: a name outside the game data is refused", name);
        files_log(files, line);
        return FORMAT_MISSING;
    }
    *known = name_map_get(&files->loaded, key);
    if (!*known) {
        struct loaded found = {0};
        int code = find_file(files, key, &found);
        if (code < 0 && code != FORMAT_MISSING) {
            return code;
        }
        struct loaded *kept = malloc(sizeof(*kept));
        if (!kept) {
            return FORMAT_MEMORY;
        }
        *kept = found;
        if (name_map_put(&files->loaded, key, kept) < 0) {
            free(kept);
            return FORMAT_MEMORY;
        }
        *known = kept;
    }
    return FORMAT_OK;
}

int files_load(struct files *files, const char *name, const uint8_t **data, size_t *size)
{
    const struct loaded *known = NULL;
    *data = NULL;
    *size = 0;
    int code = look_up(files, name, &known);
    if (code < 0) {
        return code;
    }
    *data = known->data;
    *size = known->size;
    return known->data ? FORMAT_OK : FORMAT_MISSING;
}

int files_load_beside(struct files *files, const char *name, const char *owner,
                      const uint8_t **data, size_t *size)
{
    const struct loaded *known = NULL, *of_owner = NULL;
    *data = NULL;
    *size = 0;
    int code = look_up(files, name, &known);
    if (code == FORMAT_OK) {
        code = look_up(files, owner, &of_owner);
    }
    if (code < 0) {
        return code;
    }
    if (!known->data || (of_owner->data && known->rank < of_owner->rank)) {
        return FORMAT_MISSING;
    }
    *data = known->data;
    *size = known->size;
    return FORMAT_OK;
}
