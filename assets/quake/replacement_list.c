#include "assets/quake/replacement_list.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/quake/rgba_texture.h"
#include "formats/base/arrays.h"
#include "formats/pictures/quake_image.h"

enum {
    PATH_SIZE = 256,
    BASE_SIZE = PATH_SIZE - 16, /* leaves room for "_glow" and an extension */
    HELD_MAX = 64 << 20         /* bytes of files between measuring and decoding */
};

struct picture {
    char path[PATH_SIZE]; /* "": there is none */
    struct files_place place;
    /* What follows belongs to the thread that works on the index. */
    const uint8_t *data; /* the file's bytes; NULL: not held */
    size_t size;
    uint8_t *owned;    /* their memory, if it is not an archive's */
    int width, height; /* of what can be read, else 0 */
    int code;          /* of reading it */
    struct format_error err;
};

struct entry {
    struct picture color, glow;
    bool over_budget;
};

struct replacement_list {
    struct files *files;
    const uint8_t *palette;
    struct entry *entries;
    size_t count, capacity;
    atomic_size_t held; /* bytes of files that were held, at most about HELD_MAX */
    size_t bytes;       /* of all pictures, decoded; after fitting */
    size_t left_out;
    bool halved;
};

struct replacement_list *replacement_list_create(struct files *files, const uint8_t *palette)
{
    struct replacement_list *list = calloc(1, sizeof(*list));
    if (list) {
        list->files = files;
        list->palette = palette;
    }
    return list;
}

static void free_picture(struct picture *picture)
{
    files_leave(&picture->place);
    free(picture->owned);
}

void replacement_list_destroy(struct replacement_list *list)
{
    if (!list) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        free_picture(&list->entries[i].color);
        free_picture(&list->entries[i].glow);
    }
    free(list->entries);
    free(list);
}

/* ---- Names ---- */

static bool is_plain_name(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        if (name[i] < ' ' || name[i] > '~' || name[i] == '\\' || name[i] == ':') {
            return false;
        }
    }
    return length > 0 && name[0] != '/' && name[length - 1] != '/' && !strstr(name, "..") &&
           !strstr(name, "//");
}

/* A file's name without extension. False: no such name is looked for. */
static bool FORMAT_PRINTF(2, 3) make_base(char base[BASE_SIZE], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(base, BASE_SIZE, format, args);
    va_end(args);
    return length > 0 && length < BASE_SIZE && is_plain_name(base);
}

static bool begins_with(const char *name, const char *start)
{
    for (; *start; name++, start++) {
        if (name_lower(*name) != *start) {
            return false;
        }
    }
    return true;
}

/* ---- Finding ---- */

/* The first file of a name without extension. */
static int find_picture(struct replacement_list *list, const char *base, const char *suffix,
                        struct picture *picture)
{
    int code = FORMAT_MISSING;
    for (int i = 0; i < QUAKE_IMAGE_EXTENSIONS && code == FORMAT_MISSING; i++) {
        snprintf(picture->path, sizeof(picture->path), "%.*s%s%s", BASE_SIZE - 1, base, suffix,
                 quake_image_extensions[i]);
        code = files_find(list->files, picture->path, &picture->place);
    }
    if (code < 0) {
        picture->path[0] = '\0';
    }
    return code;
}

static int find_entry(struct replacement_list *list, const char *base, struct entry *entry)
{
    int code = find_picture(list, base, "", &entry->color);
    if (code < 0) {
        return code;
    }
    code = find_picture(list, base, "_glow", &entry->glow);
    if (code == FORMAT_MISSING) {
        code = find_picture(list, base, "_luma", &entry->glow);
    }
    if (code == FORMAT_MEMORY) {
        files_leave(&entry->color.place);
        return code;
    }
    return FORMAT_OK;
}

/* Adds what is found under the first of the names. */
static int add_first(struct replacement_list *list, char bases[][BASE_SIZE], int count)
{
    if (list->count >= REPLACEMENT_MAX_COUNT) {
        return FORMAT_MISSING;
    }
    int code =
        array_reserve(&list->entries, &list->capacity, list->count + 1, sizeof(*list->entries)) < 0
            ? FORMAT_MEMORY
            : FORMAT_MISSING;
    for (int i = 0; i < count && code == FORMAT_MISSING; i++) {
        list->entries[list->count] = (struct entry){0};
        code = find_entry(list, bases[i], &list->entries[list->count]);
    }
    if (code == FORMAT_MEMORY) {
        files_note_lack(list->files);
    }
    return code < 0 ? code : (int)list->count++;
}

int replacement_list_add_texture(struct replacement_list *list, const char *map, const char *name)
{
    char bases[2][BASE_SIZE];
    int count = 0;
    if (begins_with(name, "sky")) {
        return FORMAT_MISSING;
    }
    map += begins_with(map, "maps/") ? sizeof("maps/") - 1 : 0;
    const char *dot = strrchr(map, '.');
    const size_t map_length = dot ? (size_t)(dot - map) : strlen(map);
    const char *liquid = name[0] == '*' ? "#" : "";
    name += name[0] == '*';
    if (map_length < BASE_SIZE) {
        count += make_base(bases[count], "textures/%.*s/%s%s", (int)map_length, map, liquid, name);
    }
    count += make_base(bases[count], "textures/%s%s", liquid, name);
    return add_first(list, bases, count);
}

static bool make_skin_base(char base[BASE_SIZE], const char *model, int skin, int picture)
{
    return picture < 0 ? make_base(base, "%s_%d", model, skin)
                       : make_base(base, "%s_%d_%d", model, skin, picture);
}

int replacement_list_add_skin(struct replacement_list *list, const char *model, int skin,
                              int picture)
{
    char bases[1][BASE_SIZE];
    const bool plain = make_skin_base(bases[0], model, skin, picture);
    return plain ? add_first(list, bases, 1) : FORMAT_MISSING;
}

bool replacement_list_has_skins(const struct replacement_list *list, const char *model)
{
    char base[BASE_SIZE], path[PATH_SIZE];
    for (int i = 0; i < 2 * REPLACEMENT_PROBED_SKINS; i++) {
        const bool plain = make_skin_base(base, model, i / 2, i % 2 - 1);
        for (int k = 0; k < QUAKE_IMAGE_EXTENSIONS && plain; k++) {
            snprintf(path, sizeof(path), "%s%s", base, quake_image_extensions[k]);
            if (files_has(list->files, path)) {
                return true;
            }
        }
    }
    return false;
}

int replacement_list_count(const struct replacement_list *list)
{
    return (int)list->count;
}

/* ---- Sizes ---- */

/* Reads the file unless its bytes are held. False: picture->code says why not. */
static bool take_bytes(struct picture *picture)
{
    if (!picture->data) {
        picture->code =
            files_unpack(&picture->place, &picture->data, &picture->size, &picture->owned);
        if (picture->code < 0) {
            format_fail(&picture->err, picture->code, 0, "cannot be read");
            picture->data = NULL;
        }
    }
    return picture->data != NULL;
}

static void drop_bytes(struct picture *picture)
{
    free(picture->owned);
    picture->owned = NULL;
    picture->data = NULL;
}

/* Holds the bytes for decoding if there is room: those of a deflated member take long to read. */
static void hold_bytes(struct replacement_list *list, struct picture *picture)
{
    const size_t held = atomic_fetch_add(&list->held, picture->size) + picture->size;
    if (picture->code < 0 || held > HELD_MAX) {
        atomic_fetch_sub(&list->held, picture->size);
        drop_bytes(picture);
    }
}

static void measure_picture(struct replacement_list *list, struct picture *picture)
{
    struct image_rgba image;
    if (picture->path[0] && take_bytes(picture)) {
        picture->code = quake_image_measure(&image, picture->data, picture->size,
                                            REPLACEMENT_MAX_SIDE, &picture->err);
        picture->width = picture->code == FORMAT_OK ? image.width : 0;
        picture->height = picture->code == FORMAT_OK ? image.height : 0;
        hold_bytes(list, picture);
    }
}

void replacement_list_measure(void *list, int index)
{
    struct replacement_list *all = list;
    struct entry *entry = &all->entries[index];
    measure_picture(all, &entry->color);
    measure_picture(all, &entry->glow);
}

/* Of a picture as a texture. */
static size_t picture_bytes(const struct picture *picture, bool halved)
{
    const int width = halved && picture->width > 1 ? picture->width / 2 : picture->width;
    const int height = halved && picture->height > 1 ? picture->height / 2 : picture->height;
    return picture->width > 0 ? rgba_texture_bytes(width, height) : 0;
}

static size_t entry_bytes(const struct entry *entry, bool halved)
{
    return picture_bytes(&entry->color, halved) + picture_bytes(&entry->glow, halved);
}

void replacement_list_fit(struct replacement_list *list)
{
    size_t fitted = 0;
    for (size_t i = 0; i < list->count; i++) {
        list->bytes += entry_bytes(&list->entries[i], false);
    }
    list->halved = list->bytes > REPLACEMENT_BUDGET;
    for (size_t i = 0; i < list->count; i++) {
        struct entry *entry = &list->entries[i];
        const size_t bytes = entry_bytes(entry, list->halved);
        entry->over_budget = bytes > REPLACEMENT_BUDGET - fitted;
        list->left_out += entry->over_budget;
        fitted += entry->over_budget ? 0 : bytes;
    }
}

size_t replacement_list_work(const struct replacement_list *list, int index)
{
    const struct entry *entry = &list->entries[index];
    const size_t color = (size_t)entry->color.width * (size_t)entry->color.height;
    const size_t glow = (size_t)entry->glow.width * (size_t)entry->glow.height;
    return entry->over_budget ? 0 : (color + glow) * 4;
}

/* ---- Decoding ---- */

/* *image is zeroed if there is none. */
static void decode_picture(const struct replacement_list *list, struct picture *picture,
                           struct image_rgba *image)
{
    *image = (struct image_rgba){0};
    if (!picture->path[0] || picture->code < 0 || !take_bytes(picture)) {
        return;
    }
    picture->code = quake_image_read(image, picture->data, picture->size, REPLACEMENT_MAX_SIDE,
                                     list->palette, &picture->err);
    drop_bytes(picture);
    if (picture->code == FORMAT_OK && list->halved) {
        image_rgba_halve(image);
    }
}

void replacement_list_decode(struct replacement_list *list, int index, struct replacement *out)
{
    struct entry *entry = &list->entries[index];
    *out = (struct replacement){0};
    if (entry->over_budget) {
        return;
    }
    decode_picture(list, &entry->color, &out->color);
    if (out->color.rgba) {
        decode_picture(list, &entry->glow, &out->glow);
    }
}

void replacement_free(struct replacement *replacement)
{
    image_rgba_free(&replacement->color);
    image_rgba_free(&replacement->glow);
}

/* ---- Messages ---- */

static int report_picture(struct replacement_list *list, const struct picture *picture,
                          const char *instead)
{
    char line[512];
    if (picture->code == FORMAT_MEMORY) {
        files_note_lack(list->files);
        return FORMAT_MEMORY;
    }
    if (picture->code < 0) {
        snprintf(line, sizeof(line), "%s: %.120s (byte %zu), %s", picture->path, picture->err.what,
                 picture->err.offset, instead);
        files_log_detail(list->files, line);
    }
    return FORMAT_OK;
}

int replacement_list_report(struct replacement_list *list)
{
    char line[256];
    int code = FORMAT_OK;
    for (size_t i = 0; i < list->count; i++) {
        const struct entry *entry = &list->entries[i];
        if (report_picture(list, &entry->color, "the original picture is drawn") < 0 ||
            report_picture(list, &entry->glow, "drawn without glow") < 0) {
            code = FORMAT_MEMORY;
        }
    }
    if (list->halved) {
        snprintf(line, sizeof(line),
                 "replacement pictures: %zu MB, more than %d MB, are drawn at half their size; %zu "
                 "are left out",
                 list->bytes >> 20, REPLACEMENT_BUDGET >> 20, list->left_out);
        files_log_detail(list->files, line);
    }
    return code;
}
