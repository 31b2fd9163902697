#include "assets/quake/skybox.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/parallel_for.h"
#include "formats/pictures/nearest.h"
#include "formats/pictures/quake_image.h"

enum { NAME_SIZE = 64, PICTURE_MAX_SIDE = 4096 };

/* Cached skybox by name. */
struct known_box {
    bool found;
    struct skybox box;
};

/* The same in true colour. */
struct known_pictures {
    bool found;
    struct skybox_pictures pictures;
};

struct skybox_store {
    struct files *files;
    const uint8_t *palette;
    struct nearest *nearest;  /* made for the first box */
    struct name_map boxes;    /* struct known_box, by make_key */
    struct name_map pictures; /* struct known_pictures, likewise */
};

struct skybox_store *skybox_store_create(struct files *files, const uint8_t *palette)
{
    struct skybox_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->palette = palette;
    }
    return store;
}

static void free_known(void *value)
{
    struct known_box *known = value;
    if (known) {
        free(known->box.memory);
        free(known);
    }
}

static void free_known_pictures(void *value)
{
    struct known_pictures *known = value;
    if (known) {
        skybox_pictures_free(&known->pictures);
        free(known);
    }
}

void skybox_store_destroy(struct skybox_store *store)
{
    if (!store) {
        return;
    }
    name_map_clear(&store->boxes, free_known);
    name_map_clear(&store->pictures, free_known_pictures);
    free(store->nearest);
    free(store);
}

/* Lower case, and only names that cannot mean the same file in many ways or lie elsewhere: letters,
 * digits and "_-+ .", parts divided by single '/', none beginning with '.'. */
static bool make_key(const char *name, char key[NAME_SIZE])
{
    size_t length = strlen(name);
    if (length == 0 || length >= NAME_SIZE) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        char c = name_lower(name[i]);
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || strchr("_-+ ", c);
        bool first = i == 0 || name[i - 1] == '/';
        if (!plain && ((c != '.' && c != '/') || first)) {
            return false;
        }
        key[i] = c;
    }
    return true;
}

/* ---- One face ---- */

/* The part of a line of `from` samples that falls on sample i of `to`, in samples of 1 / to each:
 * samples first..last; the two ends have partial weights. */
struct cover {
    int first, last;
    uint64_t first_weight, last_weight; /* 1..to; last_weight is used if last > first */
};

static struct cover cover_of(int i, int from, int to)
{
    const int64_t begin = (int64_t)i * from, end = begin + from;
    struct cover cover = {(int)(begin / to), (int)((end - 1) / to), 0, 0};
    const int64_t first_end = (int64_t)(cover.first + 1) * to;
    cover.first_weight = (uint64_t)((end < first_end ? end : first_end) - begin);
    cover.last_weight = (uint64_t)(end - (int64_t)cover.last * to);
    return cover;
}

static uint64_t cover_weight(const struct cover *cover, int at, int to)
{
    return at == cover->first  ? cover->first_weight
           : at == cover->last ? cover->last_weight
                               : (uint64_t)to;
}

/* rgb: side * side * 3, each pixel the mean of the picture's part it covers. Integers alone: a sum
 * is below 2^8 * 4096 * 4096. */
static void resample_side(const struct image_rgba *image, uint8_t *rgb, int side)
{
    const uint64_t total = (uint64_t)image->width * (uint64_t)image->height;
    for (int y = 0; y < side; y++) {
        const struct cover rows = cover_of(y, image->height, side);
        for (int x = 0; x < side; x++) {
            const struct cover columns = cover_of(x, image->width, side);
            uint64_t sums[3] = {0};
            for (int row = rows.first; row <= rows.last; row++) {
                const uint64_t weight = cover_weight(&rows, row, side);
                const uint8_t *line = image->rgba + (size_t)row * (size_t)image->width * 4;
                for (int column = columns.first; column <= columns.last; column++) {
                    const uint64_t w = weight * cover_weight(&columns, column, side);
                    for (int c = 0; c < 3; c++) {
                        sums[c] += w * line[column * 4 + c];
                    }
                }
            }
            for (int c = 0; c < 3; c++) {
                rgb[(y * side + x) * 3 + c] = (uint8_t)((sums[c] + total / 2) / total);
            }
        }
    }
}

static void halve_side(uint8_t *rgb, int side)
{
    const int half = side / 2, pitch = side * 3;
    for (int y = 0; y < half; y++) {
        for (int x = 0; x < half; x++) {
            for (int c = 0; c < 3; c++) {
                const uint8_t *p = rgb + 2 * y * pitch + 2 * x * 3 + c;
                /* Behind what is still to be read. */
                rgb[(y * half + x) * 3 + c] =
                    (uint8_t)((p[0] + p[3] + p[pitch] + p[pitch + 3] + 2) / 4);
            }
        }
    }
}

/* Diffused error of one row: sixteenths, RGB for each pixel, with one extra pixel at each end. */
typedef int32_t owed_line[(SKYBOX_MAX_SIDE + 2) * 3];

struct dither {
    const struct nearest *nearest;
    const uint8_t *palette;
    owed_line owed[2]; /* error of even and odd rows */
};

static int to_channel(int value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

/* Floyd-Steinberg dithering with serpentine rows: skies are gradients with few palette colours.
 * Three quarters of the error is diffused; all of it would speckle colours far from the palette. */
static void to_palette(struct dither *dither, const uint8_t *rgb, uint8_t *out, int side)
{
    memset(dither->owed, 0, sizeof(dither->owed));
    for (int y = 0; y < side; y++) {
        const int step = y % 2 == 0 ? 1 : -1;
        int32_t *here = dither->owed[y % 2], *below = dither->owed[1 - y % 2];
        for (int i = 0, x = step > 0 ? 0 : side - 1; i < side; i++, x += step) {
            int32_t *owed = here + (x + 1) * 3, *under = below + (x + 1) * 3;
            int want[3];
            for (int c = 0; c < 3; c++) {
                want[c] = to_channel(rgb[(y * side + x) * 3 + c] + owed[c] / 16);
            }
            uint8_t index = nearest_find(dither->nearest, want[0], want[1], want[2]);
            out[y * side + x] = index;
            for (int c = 0; c < 3; c++) {
                int off = (want[c] - dither->palette[index * 3 + c]) * 3 / 4;
                owed[step * 3 + c] += 7 * off;
                under[-step * 3 + c] += 3 * off;
                under[c] += 5 * off;
                under[step * 3 + c] += off;
            }
        }
        memset(here, 0, sizeof(owed_line));
    }
}

/* ---- A box ---- */

/* In the box's order. */
static const char *const suffixes[SKYBOX_FACES] = {"rt", "lf", "bk", "ft", "up", "dn"};

/* A face's file. */
struct face_file {
    struct files_ref ref; /* data NULL: there is none that can be used */
    char path[NAME_SIZE + 32];
};

/* Looks for a face's file and lets `side`, the power of two the box is kept in, grow to the size of
 * its picture. FORMAT_OK also when there is none, or FORMAT_MEMORY. */
static int find_face(struct skybox_store *store, const char *key, int face, struct face_file *file,
                     int *side)
{
    static const char *const middles[] = {"", "_"};
    int code = FORMAT_MISSING;
    for (int i = 0; i < 2 * QUAKE_IMAGE_EXTENSIONS && code == FORMAT_MISSING; i++) {
        snprintf(file->path, sizeof(file->path), "gfx/env/%s%s%s%s", key,
                 middles[i / QUAKE_IMAGE_EXTENSIONS], suffixes[face],
                 quake_image_extensions[i % QUAKE_IMAGE_EXTENSIONS]);
        code = files_get(store->files, file->path, &file->ref);
    }
    if (code != FORMAT_OK) {
        return code == FORMAT_MEMORY ? code : FORMAT_OK;
    }
    struct format_error err = {0};
    struct image_rgba image;
    if (quake_image_measure(&image, file->ref.data, file->ref.size, PICTURE_MAX_SIDE, &err) < 0) {
        files_report_damage(store->files, file->path, &err);
        files_release(store->files, &file->ref);
        return FORMAT_OK;
    }
    while (*side < SKYBOX_MAX_SIDE && (*side < image.width || *side < image.height)) {
        *side *= 2;
    }
    return FORMAT_OK;
}

/* Safe from any thread. */
static int read_face(const struct skybox_store *store, const struct face_file *file,
                     struct image_rgba *image, struct format_error *err)
{
    return quake_image_read(image, file->ref.data, file->ref.size, PICTURE_MAX_SIDE, store->palette,
                            err);
}

static int allocate_sides(struct skybox *box, int side)
{
    size_t offsets[SKYBOX_MIPS], total = 0;
    box->side = side;
    box->num_mips = 0;
    for (int mip = 0; mip < SKYBOX_MIPS && side >> mip >= SKYBOX_MIN_SIDE; mip++) {
        offsets[box->num_mips++] = total;
        total += (size_t)(side >> mip) * (size_t)(side >> mip) * SKYBOX_FACES;
    }
    box->memory = calloc(1, total + SKYBOX_PADDING);
    if (!box->memory) {
        return FORMAT_MEMORY;
    }
    for (int mip = 0; mip < box->num_mips; mip++) {
        box->mips[mip] = box->memory + offsets[mip];
    }
    return FORMAT_OK;
}

/* The face stays black when its picture is broken. rgb: room for side * side * 3. 0 or
 * FORMAT_MEMORY. */
static int fill_face(struct skybox_store *store, const struct skybox *box, int face,
                     const struct face_file *file, struct dither *dither, uint8_t *rgb)
{
    struct format_error err = {0};
    struct image_rgba image = {0};
    int code = FORMAT_MISSING;
    if (file->ref.data) {
        code = read_face(store, file, &image, &err);
    }
    if (code == FORMAT_MEMORY) {
        return code;
    }
    if (code == FORMAT_OK) {
        resample_side(&image, rgb, box->side);
        image_rgba_free(&image);
    } else {
        memset(rgb, 0, (size_t)box->side * (size_t)box->side * 3);
        if (file->ref.data) {
            files_report_damage(store->files, file->path, &err);
        }
    }
    uint8_t *out = box->memory;
    for (int mip = 0; mip < box->num_mips; mip++) {
        const int side = box->side >> mip;
        const size_t pixels = (size_t)side * (size_t)side;
        if (mip > 0) {
            halve_side(rgb, side * 2);
        }
        to_palette(dither, rgb, out + (size_t)face * pixels, side);
        out += SKYBOX_FACES * pixels;
    }
    return FORMAT_OK;
}

static int make_box(struct skybox_store *store, struct skybox *box, int side,
                    const struct face_file files[SKYBOX_FACES])
{
    if (!store->nearest) {
        store->nearest = nearest_create(store->palette);
    }
    int code = store->nearest ? allocate_sides(box, side) : FORMAT_MEMORY;
    struct dither *dither = malloc(sizeof(*dither));
    uint8_t *rgb = malloc((size_t)side * (size_t)side * 3);
    if (!dither || !rgb) {
        code = FORMAT_MEMORY;
    }
    if (code == FORMAT_OK) {
        dither->nearest = store->nearest;
        dither->palette = store->palette;
        for (int face = 0; code == FORMAT_OK && face < SKYBOX_FACES; face++) {
            code = fill_face(store, box, face, &files[face], dither, rgb);
        }
    }
    free(dither);
    free(rgb);
    return code;
}

/* One line for a box, whatever it lacks. */
static void log_missing(struct skybox_store *store, const char *key,
                        const struct face_file files[SKYBOX_FACES], int count)
{
    char line[160];
    char faces[SKYBOX_FACES * 3 + 1] = "";
    size_t length = 0;
    for (int face = 0; face < SKYBOX_FACES; face++) {
        if (!files[face].ref.data) {
            memcpy(faces + length, suffixes[face], 2);
            memcpy(faces + length + 2, " ", 2);
            length += 3;
        }
    }
    if (count == 0) {
        snprintf(line, sizeof(line), "skybox %s: not found, the map's own sky is shown", key);
    } else {
        snprintf(line, sizeof(line), "skybox %s: %smissing, black stands in", key, faces);
    }
    files_log_piece(store->files, key, line);
}

/* The files of a box's faces: *count of them can be used. 0 or FORMAT_MEMORY; release them in any
 * case. */
static int find_faces(struct skybox_store *store, const char *key,
                      struct face_file files[SKYBOX_FACES], int *count, int *side)
{
    int code = FORMAT_OK;
    *count = 0;
    *side = SKYBOX_MIN_SIDE;
    for (int face = 0; code == FORMAT_OK && face < SKYBOX_FACES; face++) {
        code = find_face(store, key, face, &files[face], side);
        *count += files[face].ref.data != NULL;
    }
    if (code == FORMAT_OK && *count < SKYBOX_FACES) {
        log_missing(store, key, files, *count);
    }
    return code;
}

static void release_faces(struct skybox_store *store, struct face_file files[SKYBOX_FACES])
{
    for (int face = 0; face < SKYBOX_FACES; face++) {
        files_release(store->files, &files[face].ref);
    }
}

static int load_box(struct skybox_store *store, const char *key, struct known_box *known)
{
    struct face_file files[SKYBOX_FACES] = {0};
    int count, side;
    int code = find_faces(store, key, files, &count, &side);
    if (code == FORMAT_OK && count > 0) {
        known->found = true;
        code = make_box(store, &known->box, side, files);
    }
    release_faces(store, files);
    return code;
}

/* False: there is no box of that name, and none is looked for. */
static bool accept_name(struct skybox_store *store, const char *name, char key[NAME_SIZE])
{
    char line[128];
    if (name[0] == '\0') {
        return false;
    }
    if (!make_key(name, key)) {
        snprintf(line, sizeof(line), "skybox %.60s: no plain name, the map's own sky is shown",
                 name);
        files_log(store->files, line);
        return false;
    }
    return true;
}

const struct skybox *skybox_store_get(struct skybox_store *store, const char *name)
{
    char key[NAME_SIZE];
    if (!accept_name(store, name, key)) {
        return NULL;
    }
    struct known_box *known = name_map_get(&store->boxes, key);
    if (!known) {
        known = calloc(1, sizeof(*known));
        if (!known || load_box(store, key, known) < 0 ||
            name_map_put(&store->boxes, key, known) < 0) {
            files_note_lack(store->files);
            free_known(known);
            return NULL;
        }
    }
    return known->found ? &known->box : NULL;
}

/* ---- In true colour ---- */

struct face_job {
    const struct skybox_store *store;
    const struct face_file *file;
    struct image_rgba *image;
    struct format_error err;
    int code;
};

static void run_face_job(void *context, size_t number)
{
    struct face_job *job = &((struct face_job *)context)[number];
    if (!job->file->ref.data) {
        return;
    }
    job->code = read_face(job->store, job->file, job->image, &job->err);
    while (job->image->width > SKYBOX_TRUE_SIDE || job->image->height > SKYBOX_TRUE_SIDE) {
        image_rgba_halve(job->image);
    }
}

static int decode_faces(struct skybox_store *store, const struct face_file files[SKYBOX_FACES],
                        int threads, struct skybox_pictures *out)
{
    struct face_job jobs[SKYBOX_FACES] = {0};
    int code = FORMAT_OK;
    for (int face = 0; face < SKYBOX_FACES; face++) {
        jobs[face].store = store;
        jobs[face].file = &files[face];
        jobs[face].image = &out->faces[face];
    }
    parallel_for(threads, run_face_job, jobs, SKYBOX_FACES);
    for (int face = 0; face < SKYBOX_FACES; face++) {
        if (jobs[face].code == FORMAT_MEMORY) {
            code = FORMAT_MEMORY;
        } else if (jobs[face].code < 0) {
            files_report_damage(store->files, files[face].path, &jobs[face].err);
        }
    }
    return code;
}

int skybox_store_read(struct skybox_store *store, const char *name, int threads,
                      struct skybox_pictures *out)
{
    char key[NAME_SIZE];
    struct face_file files[SKYBOX_FACES] = {0};
    int count, side;
    *out = (struct skybox_pictures){0};
    if (!accept_name(store, name, key)) {
        return FORMAT_MISSING;
    }
    int code = find_faces(store, key, files, &count, &side);
    if (code == FORMAT_OK) {
        code = count > 0 ? decode_faces(store, files, threads, out) : FORMAT_MISSING;
    }
    release_faces(store, files);
    if (code == FORMAT_OK) {
        code = object_id_renew(&out->identity);
    }
    if (code < 0) {
        skybox_pictures_free(out);
    }
    if (code == FORMAT_MEMORY) {
        files_note_lack(store->files);
    }
    return code;
}

void skybox_pictures_free(struct skybox_pictures *pictures)
{
    for (int face = 0; face < SKYBOX_FACES; face++) {
        image_rgba_free(&pictures->faces[face]);
    }
    object_id_release(pictures->identity);
    pictures->identity = NULL;
}

const struct skybox_pictures *skybox_store_get_pictures(struct skybox_store *store,
                                                        const char *name)
{
    char key[NAME_SIZE];
    if (!accept_name(store, name, key)) {
        return NULL;
    }
    struct known_pictures *known = name_map_get(&store->pictures, key);
    if (!known) {
        known = calloc(1, sizeof(*known));
        const int code =
            known ? skybox_store_read(store, name, 1, &known->pictures) : FORMAT_MEMORY;
        if (code == FORMAT_MEMORY || name_map_put(&store->pictures, key, known) < 0) {
            files_note_lack(store->files);
            free_known_pictures(known);
            return NULL;
        }
        known->found = code == FORMAT_OK;
    }
    return known->found ? &known->pictures : NULL;
}
