#include "engine/playback/demo_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/file_source.h"
#include "assets/platform.h"
#include "formats/archives/dzip.h"
#include "formats/archives/file_magic.h"
#include "formats/archives/pak.h"
#include "formats/archives/zip.h"
#include "formats/base/arrays.h"
#include "formats/base/natural.h"
#include "formats/text/playlist.h"

static bool ends_with(const char *name, size_t length, const char *ending)
{
    const size_t wanted = strlen(ending);
    for (size_t i = 0; i < wanted && length > wanted; i++) {
        const char c = name[length - wanted + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i]) {
            return false;
        }
    }
    return length > wanted;
}

/* NAME.dm_NN */
static bool is_numbered(const char *name, size_t length)
{
    return length > 6 && ends_with(name, length - 2, ".dm_") && name[length - 2] >= '0' &&
           name[length - 2] <= '9' && name[length - 1] >= '0' && name[length - 1] <= '9';
}

bool demo_list_is_demo(const char *name)
{
    static const char *const endings[] = {".dem", ".qwd", ".mvd", ".dm3"};
    size_t length = strlen(name);
    length -= ends_with(name, length, ".gz") ? 3 : 0;
    bool is_demo = is_numbered(name, length);
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        is_demo |= ends_with(name, length, endings[i]);
    }
    return is_demo;
}

static bool is_archive(const char *name)
{
    const size_t length = strlen(name);
    return ends_with(name, length, ".zip") || ends_with(name, length, ".pk3") ||
           ends_with(name, length, ".pak") || ends_with(name, length, ".dz");
}

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* Adds "folder/name", or the name alone where folder is NULL. */
static int add_name(struct demo_list *list, const char *folder, const char *name, size_t length,
                    struct format_error *err)
{
    if (list->count == DEMO_LIST_MAX) {
        return 0;
    }
    const size_t before = folder ? strlen(folder) : 0;
    const bool slash = before > 0 && folder[before - 1] != '/';
    char *text = malloc(before + 1 + length + 1);
    if (!text ||
        array_reserve(&list->names, &list->capacity, list->count + 1, sizeof(*list->names)) < 0) {
        free(text);
        return no_memory(err);
    }
    if (before > 0) {
        memcpy(text, folder, before);
    }
    if (slash) {
        text[before] = '/';
    }
    memcpy(text + before + slash, name, length);
    text[before + slash + length] = '\0';
    list->names[list->count++] = text;
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return natural_compare(*(char *const *)a, *(char *const *)b);
}

/* Sorts the added names, or removes them if code < 0; returns code. */
static int finish_list(struct demo_list *list, size_t first, int code)
{
    if (code == 0 && list->count > first + 1) {
        qsort(list->names + first, list->count - first, sizeof(*list->names), compare_names);
    }
    while (code < 0 && list->count > first) {
        free(list->names[--list->count]);
    }
    return code;
}

static int fail_folder(struct format_error *err)
{
    return errno == ENOMEM ? no_memory(err)
                           : format_fail(err, FORMAT_BAD, 0, "%s", strerror(errno));
}

/* named: the names start with the folder's. */
static int add_folder(struct demo_list *list, const char *path, bool named,
                      struct format_error *err)
{
    const size_t first = list->count;
    char **names;
    size_t count;
    int code = 0;
    if (platform_list_directory(path, &names, &count) != 0) {
        return fail_folder(err);
    }
    for (size_t i = 0; i < count && code == 0; i++) {
        if (demo_list_is_demo(names[i])) {
            code = add_name(list, named ? path : NULL, names[i], strlen(names[i]), err);
        }
    }
    platform_free_names(names, count);
    return finish_list(list, first, code);
}

/* A folder whose subfolders are walked through. */
struct walk {
    const char *path;
    const struct walk *parent; /* NULL = the one that was named */
    size_t *entries;           /* of all folders so far */
};

/* True if a link leads back to a folder on the way to it. */
static bool is_loop(const struct walk *at, const char *path)
{
    for (; at; at = at->parent) {
        if (platform_is_same_file(at->path, path)) {
            return true;
        }
    }
    return false;
}

static int depth_of(const struct walk *at)
{
    int depth = 0;
    for (; at->parent; at = at->parent) {
        depth++;
    }
    return depth;
}

static int add_tree(struct demo_list *list, const struct walk *at, struct format_error *err);

/* What cannot be listed is passed over. */
static int add_subfolder(struct demo_list *list, const struct walk *parent, const char *name,
                         struct format_error *err)
{
    const size_t before = strlen(parent->path), length = strlen(name);
    const bool slash = before > 0 && parent->path[before - 1] != '/';
    char *path = malloc(before + slash + length + 1);
    if (!path) {
        return no_memory(err);
    }
    memcpy(path, parent->path, before);
    path[before] = '/';
    memcpy(path + before + slash, name, length + 1);
    const struct walk at = {path, parent, parent->entries};
    int code = 0;
    if (platform_is_directory(path) && !is_loop(parent, path)) {
        code = add_tree(list, &at, err);
    }
    free(path);
    return code == FORMAT_MEMORY ? code : 0;
}

/* The folder's demos, then those of its subfolders. */
static int add_tree(struct demo_list *list, const struct walk *at, struct format_error *err)
{
    enum { DEPTH_MAX = 16, ENTRIES_MAX = 200000 };
    char **names;
    size_t count;
    int code = 0;
    if (platform_list_directory(at->path, &names, &count) != 0) {
        return fail_folder(err);
    }
    if (count > 1) {
        qsort(names, count, sizeof(*names), compare_names);
    }
    for (size_t i = 0; i < count && code == 0; i++) {
        if (demo_list_is_demo(names[i])) {
            code = add_name(list, at->path, names[i], strlen(names[i]), err);
        }
    }
    const bool deep = depth_of(at) >= DEPTH_MAX;
    for (size_t i = 0; i < count && code == 0 && !deep && *at->entries < ENTRIES_MAX; i++) {
        ++*at->entries;
        if (!demo_list_is_demo(names[i]) && names[i][0] != '.') {
            code = add_subfolder(list, at, names[i], err);
        }
    }
    platform_free_names(names, count);
    return code;
}

/* All or nothing, but for subfolders. */
static int add_folders(struct demo_list *list, const char *path, struct format_error *err)
{
    const size_t first = list->count;
    size_t entries = 0;
    const struct walk at = {path, NULL, &entries};
    const int code = add_tree(list, &at, err);
    while (code < 0 && list->count > first) {
        free(list->names[--list->count]);
    }
    return code;
}

static void leave_out(struct demo_list *list, const struct format_error *reason)
{
    if (list->left_out++ == 0) {
        list->reason = *reason;
    }
}

/* True if a member of that name can be opened by its path (assets/files.h). */
static bool is_plain(const char *name)
{
    bool plain = name[0] != '/' && !strpbrk(name, "\\:") && !strstr(name, "..");
    for (const unsigned char *p = (const unsigned char *)name; *p; p++) {
        plain &= *p >= ' ';
    }
    return plain;
}

/* Zips of Windows programs separate folders by backslashes; members are opened by '/'. */
static void replace_backslashes(char *name)
{
    for (; (name = strchr(name, '\\')); name++) {
        *name = '/';
    }
}

/* Adds a member that is a demo. damage: NULL, or why it cannot be read; a name of length 0 is one
 * that the damage hides. */
static int add_member(struct demo_list *list, const char *archive, const char *name, size_t length,
                      bool in_pak, const struct format_error *damage, struct format_error *err)
{
    char text[256];
    const size_t some = length < sizeof(text) ? length : sizeof(text) - 1;
    const char *end = name + length - some; /* the end of a long name has the extension */
    struct format_error reason;
    if (length > 0 && !memchr(name, '\0', length)) {
        memcpy(text, end, some);
        text[some] = '\0';
        if (!in_pak) {
            replace_backslashes(text);
        }
        if (!demo_list_is_demo(text)) {
            return 0;
        }
        if (!damage && some == length && is_plain(text)) {
            return add_name(list, archive, text, length, err);
        }
        (void)format_fail(&reason, FORMAT_BAD, 0,
                          "%.100s: a name with control characters, \"..\", a backslash or a colon, "
                          "or over 255 bytes, cannot be opened",
                          text);
        leave_out(list, damage ? damage : &reason);
    } else if (damage) {
        leave_out(list, damage);
    }
    return 0;
}

static int add_zip(struct demo_list *list, const char *archive, const struct zip *zip,
                   struct format_error *err)
{
    struct zip_member member;
    struct format_error damage;
    size_t pos = zip->directory;
    int code = 0, more;
    while (code == 0 && (more = zip_next(zip, &pos, &member, &damage)) != 0) {
        size_t at;
        const bool good = more > 0 && zip_locate(zip, &member, &at, &damage) == 0;
        code = add_member(list, archive, member.name, member.name_length, false,
                          good ? NULL : &damage, err);
    }
    return code;
}

static int add_dzip(struct demo_list *list, const char *archive, const struct dzip *dzip,
                    struct format_error *err)
{
    struct dzip_member member;
    struct format_error damage;
    size_t pos = dzip->directory;
    int code = 0, more;
    while (code == 0 && (more = dzip_next(dzip, &pos, &member, &damage)) != 0) {
        code = add_member(list, archive, member.name, member.name_length, false,
                          more > 0 ? NULL : &damage, err);
    }
    return code;
}

static int add_pak(struct demo_list *list, const char *archive, const struct pak *pak,
                   struct format_error *err)
{
    struct pak_member member;
    struct format_error damage;
    int code = 0;
    for (uint32_t i = 0; i < pak->num_members && code == 0; i++) {
        const bool good = pak_get(pak, i, &member, &damage) == 0;
        code = add_member(list, archive, member.name, strlen(member.name), true,
                          good ? NULL : &damage, err);
    }
    return code;
}

/* Lists an archive that is no pak. */
static int add_packed(struct demo_list *list, const char *archive, const struct byte_source *source,
                      struct format_error *err)
{
    struct zip zip;
    struct dzip dzip;
    struct format_error inner = {0};
    int code = zip_open(&zip, source, err);
    code = code == 0 ? add_zip(list, archive, &zip, err) : code;
    zip_close(&zip);
    if (code != FORMAT_UNKNOWN) {
        return code;
    }
    code = dzip_open(&dzip, source, &inner);
    if (code == 0) {
        code = add_dzip(list, archive, &dzip, err);
    } else if (code != FORMAT_UNKNOWN || inner.offset > 0) { /* it is one, and damaged */
        (void)format_fail(err, code, inner.offset, "%s", inner.what);
    }
    dzip_close(&dzip);
    return code;
}

/* Lists the undamaged members of a damaged archive; the others are left out. */
static int add_members(struct demo_list *list, const char *archive,
                       const struct byte_source *source, struct format_error *err)
{
    const size_t first = list->count;
    struct pak pak;
    int code = pak_open(&pak, source, err);
    if (code == 0 || (code != FORMAT_UNKNOWN && pak.num_members > 0)) {
        code = add_pak(list, archive, &pak, err);
    } else if (code == FORMAT_UNKNOWN) {
        code = add_packed(list, archive, source, err);
    }
    if (code == 0 && list->count == first && list->left_out > 0) {
        code = format_fail(err, FORMAT_BAD, list->reason.offset, "%s", list->reason.what);
    }
    pak_close(&pak);
    return finish_list(list, first, code);
}

int demo_list_add_members(struct demo_list *list, const struct byte_source *archive,
                          struct format_error *err)
{
    list->left_out = 0;
    return add_members(list, NULL, archive, err);
}

static int add_archive(struct demo_list *list, const char *path, struct format_error *err)
{
    struct disk_file file;
    if (platform_open_file(path, &file) != 0) {
        return 0; /* the demo may be inside the game data; opening it reports the error */
    }
    const struct byte_source source = file_source(&file);
    uint8_t head[FILE_MAGIC_ARCHIVE];
    const bool known = byte_source_read(&source, 0, head, sizeof(head), "the head", NULL) == 0 &&
                       file_magic_is_archive(head, sizeof(head));
    const int code = known ? add_members(list, path, &source, err) : 0;
    platform_close_file(&file);
    return code;
}

int demo_list_add_name(struct demo_list *list, const char *name, struct format_error *err)
{
    list->from = DEMO_LIST_NAME;
    return add_name(list, NULL, name, strlen(name), err);
}

/* A name of a playlist in that folder; absolute ones stay as they are. */
static int add_listed(struct demo_list *list, const char *folder, const char *name, size_t length,
                      struct format_error *err)
{
    const size_t first = list->count;
    int code = add_name(list, NULL, name, length, err);
    if (code == 0 && list->count > first && !platform_is_absolute(list->names[first])) {
        free(list->names[--list->count]);
        code = add_name(list, folder, name, length, err);
    }
    return code;
}

static int add_playlist(struct demo_list *list, const char *path, struct format_error *err)
{
    enum { PLAYLIST_MAX = 1 << 28 };
    const size_t first = list->count;
    struct file_bytes file;
    if (platform_read_small_file(path, PLAYLIST_MAX, &file) < 0) {
        return fail_folder(err);
    }
    char *folder = strdup(path);
    int code = folder ? 0 : no_memory(err);
    if (folder) {
        const size_t at = platform_name_at(path);
        snprintf(folder + at, strlen(path) + 1 - at, "%s", at == 0 && strlen(path) > 0 ? "." : "");
    }
    const char *name;
    size_t length, at = 0;
    while (code == 0 && playlist_next((const char *)file.data, file.size, &at, &name, &length)) {
        code = add_listed(list, folder, name, length, err);
    }
    free(folder);
    platform_free_file(&file);
    while (code < 0 && list->count > first) {
        free(list->names[--list->count]);
    }
    return code == 0 && list->count == first
               ? format_fail(err, FORMAT_MISSING, 0, "a playlist without demos")
               : code;
}

int demo_list_add(struct demo_list *list, const char *name, struct format_error *err)
{
    const size_t first = list->count;
    int code = 0;
    list->from = DEMO_LIST_NAME;
    list->left_out = 0;
    if (platform_is_directory(name)) {
        code = add_folders(list, name, err);
        list->from = DEMO_LIST_FOLDER;
    } else if (is_archive(name)) {
        code = add_archive(list, name, err);
        list->from = DEMO_LIST_ARCHIVE;
    } else if (playlist_is(name) && platform_is_file(name)) {
        code = add_playlist(list, name, err);
        list->from = DEMO_LIST_PLAYLIST;
    }
    return code == 0 && list->count == first ? demo_list_add_name(list, name, err) : code;
}

int demo_list_add_neighbours(struct demo_list *list, const char *path, size_t *place,
                             struct format_error *err)
{
    const char *slash = strrchr(path, '/');
    const size_t first = list->count;
    char *folder = strdup(slash ? path : ".");
    if (!folder) {
        return no_memory(err);
    }
    if (slash) {
        folder[slash - path + 1] = '\0';
    }
    int code =
        platform_is_file(path) ? add_folder(list, folder, slash != NULL, err) : FORMAT_MISSING;
    free(folder);
    if (code < 0) {
        return code;
    }
    for (size_t i = first; i < list->count; i++) {
        if (strcmp(list->names[i], path) == 0) {
            *place = i;
            return 0;
        }
    }
    return finish_list(list, first, FORMAT_MISSING);
}

size_t demo_list_shared_folder(char *const *names, size_t count)
{
    size_t shared = count > 0 && names[0] ? strlen(names[0]) : 0;
    for (size_t i = 0; i < count && shared > 0; i++) {
        size_t same = 0;
        while (names[i] && same < shared && names[i][same] == names[0][same]) {
            same++;
        }
        shared = same;
    }
    while (shared > 0 && names[0][shared - 1] != '/') {
        shared--;
    }
    return shared;
}

void demo_list_free(struct demo_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->names[i]);
    }
    free(list->names);
    *list = (struct demo_list){0};
}
