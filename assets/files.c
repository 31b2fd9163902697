#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/file_source.h"
#include "assets/files_internal.h"

enum { MEMBERS_NAMED = 3 /* damaged members of one pak that are named one by one */ };

/* A file's bytes that are referenced. */
struct files_held {
    const uint8_t *data;
    size_t size;
    uint8_t *owned; /* data, or NULL if it is part of a pak in memory */
    unsigned refs;
    struct known *known; /* by its name; NULL when layers were added since */
    struct files_held *next;
};

/* Result of the search for a name. */
struct known {
    bool missing;
    unsigned rank;           /* rank of the layer the file is in */
    struct files_held *held; /* NULL: no caller holds its bytes */
};

static void free_pak(struct mounted_pak *pak)
{
    if (pak) {
        archive_close(&pak->archive);
        platform_close_file(&pak->file);
        free(pak->label);
        free(pak->folder);
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
    free(layer->archive);
    free(layer);
}

static void free_held(struct files_held *held)
{
    free(held->owned);
    free(held);
}

static int report_unreadable(struct files *files, const char *path);

static void hear_unreadable_folder(void *context, const char *path)
{
    (void)report_unreadable(context, path);
}

struct files *files_create(files_log_fn log, void *log_context)
{
    struct files *files = calloc(1, sizeof(*files));
    if (files) {
        files->log = log;
        files->log_context = log_context;
        files->folders.unreadable = hear_unreadable_folder;
        files->folders.context = files;
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
    while (files->held) {
        struct files_held *next = files->held->next;
        free_held(files->held);
        files->held = next;
    }
    folders_free(&files->folders);
    name_map_clear(&files->known, free);
    name_map_clear(&files->said, NULL);
    name_map_clear(&files->damaged, NULL);
    missing_pieces_free(&files->pieces);
    free(files);
}

/* Logs that a file cannot be read, because of errno. */
static int report_unreadable(struct files *files, const char *path)
{
    struct format_error err = {0, ""};
    if (errno == ENOMEM) {
        return FORMAT_MEMORY;
    }
    snprintf(err.what, sizeof(err.what), "cannot be read: %s", strerror(errno));
    files_report_damage(files, path, &err);
    return FORMAT_UNREADABLE;
}

struct damage { /* damaged members of one pak */
    struct files *files;
    const char *label;
    uint32_t count;
};

static void tell_damage(void *context, const struct format_error *err)
{
    struct damage *damage = context;
    if (damage->count++ < MEMBERS_NAMED) {
        files_report_damage(damage->files, damage->label, err);
    }
}

/* A pak without its archive. Returns NULL if out of memory. */
static struct mounted_pak *create_pak(const char *label)
{
    struct mounted_pak *mounted = calloc(1, sizeof(*mounted));
    if (mounted) {
        mounted->file.fd = -1;
        mounted->label = strdup(label);
        if (!mounted->label) {
            free_pak(mounted);
            mounted = NULL;
        }
    }
    return mounted;
}

/* Of an archive that is opened again, what was reported of its members is not new. */
static void copy_reports(const struct files *from, struct mounted_pak *mounted)
{
    for (const struct layer *l = from->layers; l; l = l->below) {
        for (const struct mounted_pak *p = l->paks; p; p = p->below) {
            if (strcmp(p->label, mounted->label) == 0) {
                mounted->damaged = p->damaged;
                mounted->reported = p->reported;
            }
        }
    }
}

/* Opens the archive and puts the pak on top of the layer's others. The pak becomes the layer's, or
 * is freed on failure. */
static int mount_pak(struct files *files, struct layer *layer, struct mounted_pak *mounted,
                     const struct byte_source *source)
{
    struct format_error err = {0};
    struct damage damage = {files, mounted->label, 0};
    const int code = archive_open(&mounted->archive, source, tell_damage, &damage, &err);
    if (code < 0) {
        if (code != FORMAT_MEMORY) {
            files_report_damage(files, mounted->label, &err);
            files->lacks_archive = true;
        }
        free_pak(mounted);
        return code;
    }
    if (damage.count > MEMBERS_NAMED) {
        char line[1024];
        snprintf(line, sizeof(line), "%s: %u members are damaged in all", mounted->label,
                 (unsigned)damage.count);
        files_log_line(files, line);
    }
    /* Behind a damaged entry of a zip's directory there may be more. */
    const struct archive *archive = &mounted->archive;
    files->lacks_archive |=
        damage.count >= MEMBERS_NAMED ||
        (archive->kind == ARCHIVE_ZIP && archive->count + damage.count < archive->zip.num_members);
    if (files->copied) {
        copy_reports(files->copied, mounted);
    }
    mounted->below = layer->paks;
    layer->paks = mounted;
    return FORMAT_OK;
}

/* Mounts an archive file, which exists. */
static int mount_file(struct files *files, struct layer *layer, const char *path)
{
    struct mounted_pak *mounted = create_pak(path);
    if (!mounted) {
        return FORMAT_MEMORY;
    }
    if (platform_open_file(path, &mounted->file) < 0) {
        const int code = report_unreadable(files, path);
        free_pak(mounted);
        return code;
    }
    const struct byte_source source = file_source(&mounted->file);
    return mount_pak(files, layer, mounted, &source);
}

/* As mount_file; only FORMAT_MEMORY is an error. */
static int add_pak_file(struct files *files, struct layer *layer, const char *path)
{
    return mount_file(files, layer, path) == FORMAT_MEMORY ? FORMAT_MEMORY : FORMAT_OK;
}

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && name_equal_nocase(name + length - tail, ending);
}

/* The original compares capitals, so that '_' comes behind all letters. */
static int upper_case(char c)
{
    return (unsigned char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c == '\\' || c == ':' ? '/' : c);
}

static int compare_pk3(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    for (; *x != '\0' && upper_case(*x) == upper_case(*y); x++, y++) {
    }
    const int order = upper_case(*x) - upper_case(*y);
    return order ? order : strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Puts a folder that counts as a pak on top of the layer's others; what is none is passed over. */
static int mount_folder(struct layer *layer, const char *path)
{
    if (!platform_is_directory(path)) {
        return FORMAT_OK;
    }
    struct mounted_pak *mounted = create_pak(path);
    if (!mounted || !(mounted->folder = strdup(path))) {
        free_pak(mounted);
        return FORMAT_MEMORY;
    }
    mounted->below = layer->paks;
    layer->paks = mounted;
    return FORMAT_OK;
}

/* All NAME.pk3 and NAME.pk3dir of the layer's folder, the last name on top. */
static int add_directory_pk3s(struct files *files, struct layer *layer)
{
    const struct folder *l = folders_list(&files->folders, layer->path);
    const char **names = l ? calloc(l->count + 1, sizeof(*names)) : NULL;
    size_t count = 0;
    int code = names ? FORMAT_OK : FORMAT_MEMORY;
    for (size_t i = 0; names && i < l->count; i++) {
        if (has_ending(l->names[i], ".pk3") || has_ending(l->names[i], ".pk3dir")) {
            names[count++] = l->names[i];
        }
    }
    if (count > 1) {
        qsort(names, count, sizeof(*names), compare_pk3);
    }
    for (size_t i = 0; code == FORMAT_OK && i < count; i++) {
        char path[FILES_PATH];
        const int written = snprintf(path, sizeof(path), "%s/%s", layer->path, names[i]);
        if (written > 0 && (size_t)written < sizeof(path)) {
            code = has_ending(path, "dir") ? mount_folder(layer, path)
                                           : add_pak_file(files, layer, path);
        }
    }
    free(names);
    return code;
}

static int add_directory_paks(struct files *files, struct layer *layer)
{
    for (unsigned i = 0;; i++) {
        char name[32];
        char path[FILES_PATH];
        snprintf(name, sizeof(name), "pak%u.pak", i);
        int code = folders_resolve(&files->folders, layer->path, name, path, sizeof(path));
        if (code == FORMAT_MISSING) {
            break; /* as the original: the row ends at the first gap */
        }
        if (code == FORMAT_OK) {
            code = add_pak_file(files, layer, path);
        }
        if (code < 0) {
            return code;
        }
    }
    return add_directory_pk3s(files, layer);
}

static void push_layer(struct files *files, struct layer *layer)
{
    layer->rank = files->layers ? files->layers->rank + 1 : 0;
    layer->below = files->layers;
    files->layers = layer;
    /* Cached results may be wrong with the new layer. */
    for (struct files_held *held = files->held; held; held = held->next) {
        held->known = NULL;
    }
    name_map_clear(&files->known, free);
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

int files_add_archive(struct files *files, const char *path)
{
    struct layer *layer = calloc(1, sizeof(*layer));
    const int code =
        layer && (layer->archive = strdup(path)) ? mount_file(files, layer, path) : FORMAT_MEMORY;
    if (code < 0) {
        if (layer) {
            free_layer(layer);
        }
        return code;
    }
    push_layer(files, layer);
    return FORMAT_OK;
}

int files_add_pak(struct files *files, const char *label, const uint8_t *data, size_t size)
{
    const struct byte_source source = byte_source_memory(data, size);
    struct layer *layer = calloc(1, sizeof(*layer));
    struct mounted_pak *mounted = layer ? create_pak(label) : NULL;
    const int code = mounted ? mount_pak(files, layer, mounted, &source) : FORMAT_MEMORY;
    if (code < 0) {
        if (layer) {
            free_layer(layer);
        }
        return code;
    }
    layer->pak = data;
    layer->pak_size = size;
    push_layer(files, layer);
    return FORMAT_OK;
}

/* The weaker ones first. What is gone by now is left out, and counts as damaged. */
static int add_layers(struct files *files, const struct layer *layer)
{
    static const struct format_error gone = {.what = "is not there any more"};
    if (!layer) {
        return FORMAT_OK;
    }
    int code = add_layers(files, layer->below);
    if (code != FORMAT_MEMORY) {
        code = layer->path      ? files_add_directory(files, layer->path)
               : layer->archive ? files_add_archive(files, layer->archive)
                                : files_add_pak(files, "", layer->pak, layer->pak_size);
    }
    if (code == FORMAT_MISSING) {
        files_report_damage(files, layer->path ? layer->path : layer->archive, &gone);
    }
    return code;
}

struct files *files_create_again(const struct files *from, files_log_fn log, void *log_context)
{
    struct files *files = files_create(log, log_context);
    if (!files) {
        return NULL;
    }
    files->copied = from;
    files->lacks_archive = from->lacks_archive;
    if (add_layers(files, from->layers) == FORMAT_MEMORY) {
        files_destroy(files);
        return NULL;
    }
    files->copied = NULL;
    return files;
}

/* Lower-case copy of a name that is safe to look for; false when it is not. */
static bool make_key(const char *name, char key[FILES_NAME_MAX + 1])
{
    size_t length = strlen(name);
    if (length == 0 || length > FILES_NAME_MAX || name[0] == '/' || name[length - 1] == '/' ||
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

/* FORMAT_MISSING if the pak has no such member, or a damaged one. */
static int load_from_pak(struct files *files, struct mounted_pak *mounted, const char *key,
                         struct files_held *out)
{
    struct format_error err = {0};
    const int code =
        archive_load(&mounted->archive, key, &out->data, &out->size, &out->owned, &err);
    if (code == FORMAT_OK || code == FORMAT_MISSING || code == FORMAT_MEMORY) {
        return code;
    }
    /* A changed archive is reported once, not for each member. */
    const bool changed = code == FORMAT_UNREADABLE;
    if (changed ? !mounted->reported : mounted->damaged < MEMBERS_NAMED) {
        files_report_damage(files, mounted->label, &err);
    }
    mounted->reported |= changed;
    mounted->damaged += !changed;
    files->lacks_archive |= changed || mounted->damaged >= MEMBERS_NAMED;
    return FORMAT_MISSING;
}

/* The path of a folder's loose file. FORMAT_MISSING when it has none. */
static int find_loose(struct files *files, const char *folder, const char *key,
                      char path[FILES_PATH])
{
    const int code = folders_resolve(&files->folders, folder, key, path, FILES_PATH);
    return code == FORMAT_OK && platform_is_directory(path) ? FORMAT_MISSING : code;
}

/* Reads a whole file. errno is 0 if it got shorter meanwhile: *bytes is then its good part. */
static int read_loose(const char *path, struct file_bytes *bytes)
{
    struct disk_file file;
    *bytes = (struct file_bytes){0};
    if (platform_open_file(path, &file) < 0) {
        return FORMAT_UNREADABLE;
    }
    const int failure = platform_read_whole(&file, PLATFORM_FILE_MAX, bytes) < 0 ? errno : 0;
    const bool whole = bytes->size == file.size;
    platform_close_file(&file);
    errno = failure;
    return failure == ENOMEM ? FORMAT_MEMORY : failure || !whole ? FORMAT_UNREADABLE : FORMAT_OK;
}

static int load_loose(struct files *files, const char *folder, const char *key,
                      struct files_held *out)
{
    char path[FILES_PATH];
    struct file_bytes bytes;
    int code = find_loose(files, folder, key, path);
    if (code < 0) {
        return code;
    }
    code = read_loose(path, &bytes);
    if (code == FORMAT_OK) {
        out->owned = (uint8_t *)(uintptr_t)bytes.data;
        out->data = bytes.data;
        out->size = bytes.size;
        return code;
    }
    if (code == FORMAT_UNREADABLE && errno == 0) {
        const struct format_error err = {bytes.size, "the file got shorter while it was read"};
        files_report_damage(files, path, &err);
    } else if (code == FORMAT_UNREADABLE) {
        code = report_unreadable(files, path);
    }
    platform_free_file(&bytes);
    return code == FORMAT_MEMORY ? code : FORMAT_MISSING;
}

static int find_file(struct files *files, const char *key, struct files_held *out, unsigned *rank)
{
    for (const struct layer *layer = files->layers; layer; layer = layer->below) {
        *rank = layer->rank;
        int code = layer->path ? load_loose(files, layer->path, key, out) : FORMAT_MISSING;
        for (struct mounted_pak *p = layer->paks; p && code == FORMAT_MISSING; p = p->below) {
            code = p->folder ? load_loose(files, p->folder, key, out)
                             : load_from_pak(files, p, key, out);
        }
        if (code != FORMAT_MISSING) {
            return code;
        }
    }
    return FORMAT_MISSING;
}

/* Searches the file and fills `known`; its bytes have no reference yet. */
static int load_known(struct files *files, const char *key, struct known *known)
{
    struct files_held *held = calloc(1, sizeof(*held));
    if (!held) {
        return FORMAT_MEMORY;
    }
    const int code = find_file(files, key, held, &known->rank);
    if (code < 0) {
        known->missing = code == FORMAT_MISSING;
        free(held);
        return known->missing ? FORMAT_OK : code;
    }
    held->known = known;
    held->next = files->held;
    files->held = held;
    files->held_bytes += held->owned ? held->size : 0;
    known->held = held;
    return FORMAT_OK;
}

/* The cached result of a lower-case name, added if new. Returns NULL if out of memory. */
static struct known *get_or_add_name(struct files *files, const char *key)
{
    struct known *known = name_map_get(&files->known, key);
    if (!known) {
        known = calloc(1, sizeof(*known));
        if (known && name_map_put(&files->known, key, known) < 0) {
            free(known);
            known = NULL;
        }
    }
    return known;
}

/* As files_get; also returns the layer's rank. */
static int get_ref(struct files *files, const char *name, struct files_ref *ref, unsigned *rank)
{
    char key[FILES_NAME_MAX + 1];
    *ref = (struct files_ref){0};
    if (!make_key(name, key)) {
        char line[512];
        snprintf(line, sizeof(line), "%.300s: a name outside the game data is refused", name);
        files_log(files, line);
        return FORMAT_MISSING;
    }
    struct known *known = get_or_add_name(files, key);
    int code = known ? FORMAT_OK : FORMAT_MEMORY;
    if (known && !known->missing && !known->held) {
        code = load_known(files, key, known);
    }
    if (code < 0) {
        files_note_lack(files);
        return code;
    }
    if (known->missing) {
        return FORMAT_MISSING;
    }
    known->held->refs++;
    *ref = (struct files_ref){known->held->data, known->held->size, known->held};
    *rank = known->rank;
    return FORMAT_OK;
}

int files_get(struct files *files, const char *name, struct files_ref *ref)
{
    unsigned rank;
    return get_ref(files, name, ref, &rank);
}

int files_get_beside(struct files *files, const char *name, const char *owner,
                     struct files_ref *ref)
{
    struct files_ref of_owner;
    unsigned rank, owner_rank;
    int code = get_ref(files, name, ref, &rank);
    if (code < 0) {
        return code;
    }
    code = get_ref(files, owner, &of_owner, &owner_rank);
    files_release(files, &of_owner);
    if (code == FORMAT_MEMORY || (code == FORMAT_OK && rank < owner_rank)) {
        files_release(files, ref);
        return code < 0 ? code : FORMAT_MISSING;
    }
    return FORMAT_OK;
}

void files_release(struct files *files, struct files_ref *ref)
{
    struct files_held *held = ref->held;
    *ref = (struct files_ref){0};
    if (!held || --held->refs > 0) {
        return;
    }
    struct files_held **link = &files->held;
    while (*link != held) {
        link = &(*link)->next;
    }
    *link = held->next;
    if (held->known) {
        held->known->held = NULL;
    }
    files->held_bytes -= held->owned ? held->size : 0;
    free_held(held);
}

/* Whether a file in the directory was looked up by the name it has there. */
static bool reads_loose(const struct files *files, const char *directory, const char *path)
{
    char root[FILES_PATH], real[FILES_PATH], key[FILES_NAME_MAX + 1];
    if (platform_absolute_path(directory, root, sizeof(root)) < 0 ||
        platform_absolute_path(path, real, sizeof(real)) < 0) {
        return false;
    }
    const size_t length = strlen(root);
    const struct known *known =
        strncmp(real, root, length) == 0 && real[length] == '/' && make_key(real + length + 1, key)
            ? name_map_get(&files->known, key)
            : NULL;
    return known && !known->missing;
}

bool files_reads(const struct files *files, const char *path)
{
    for (const struct layer *layer = files ? files->layers : NULL; layer; layer = layer->below) {
        if (layer->path && reads_loose(files, layer->path, path)) {
            return true;
        }
        for (const struct mounted_pak *pak = layer->paks; pak; pak = pak->below) {
            if (pak->folder ? reads_loose(files, pak->folder, path)
                            : platform_is_same_file(pak->label, path)) {
                return true;
            }
        }
    }
    return false;
}

size_t files_held_bytes(const struct files *files)
{
    return files->held_bytes;
}

/* ---- Found by one thread, loaded by another ---- */

/* Sets place->archive, or returns FORMAT_OK without it: `path` is a loose file. */
static int find_in_layer(struct files *files, const struct layer *layer, const char *key,
                         char path[FILES_PATH], struct files_place *place)
{
    int code = layer->path ? find_loose(files, layer->path, key, path) : FORMAT_MISSING;
    for (const struct mounted_pak *p = layer->paks; p && code == FORMAT_MISSING; p = p->below) {
        if (p->folder) {
            code = find_loose(files, p->folder, key, path);
            continue;
        }
        const ptrdiff_t member = archive_find(&p->archive, key);
        if (member >= 0) {
            *place = (struct files_place){.archive = &p->archive, .member = (size_t)member};
            code = FORMAT_OK;
        }
    }
    return code;
}

/* As files_find; place->loose stays NULL: `path` is the loose file. */
static int find_key(struct files *files, const char *key, char path[FILES_PATH],
                    struct files_place *place)
{
    int code = FORMAT_MISSING;
    *place = (struct files_place){0};
    for (const struct layer *l = files->layers; l && code == FORMAT_MISSING; l = l->below) {
        code = find_in_layer(files, l, key, path, place);
    }
    if (code == FORMAT_MEMORY) {
        files_note_lack(files);
    }
    return code;
}

int files_find(struct files *files, const char *name, struct files_place *place)
{
    char key[FILES_NAME_MAX + 1], path[FILES_PATH];
    *place = (struct files_place){0};
    int code = make_key(name, key) ? find_key(files, key, path, place) : FORMAT_MISSING;
    if (code == FORMAT_OK && !place->archive) {
        place->loose = strdup(path);
        if (!place->loose || !get_or_add_name(files, key)) { /* for files_reads */
            files_leave(place);
            files_note_lack(files);
            code = FORMAT_MEMORY;
        }
    }
    return code;
}

int files_unpack(const struct files_place *place, const uint8_t **data, size_t *size,
                 uint8_t **owned)
{
    struct file_bytes bytes;
    *owned = NULL;
    if (place->archive) {
        return archive_load_at(place->archive, place->member, data, size, owned, NULL);
    }
    const int code = read_loose(place->loose, &bytes);
    if (code < 0) {
        platform_free_file(&bytes);
        return code;
    }
    *owned = (uint8_t *)(uintptr_t)bytes.data;
    *data = *owned;
    *size = bytes.size;
    return FORMAT_OK;
}

void files_leave(struct files_place *place)
{
    free(place->loose);
    *place = (struct files_place){0};
}

bool files_has(struct files *files, const char *name)
{
    char key[FILES_NAME_MAX + 1], path[FILES_PATH];
    struct files_place place;
    return make_key(name, key) && find_key(files, key, path, &place) == FORMAT_OK;
}
