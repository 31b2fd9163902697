/* The texture lump: pictures with four mips each, and the chains of animated ones. */
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp_internal.h"

enum {
    MIPTEX_SIZE = 40, /* name[16], width, height, offsets[4] */
    ANIM_FRAMES = 10, /* "+0".."+9" or "+a".."+j" */
    ANIM_CYCLE = 2,   /* tenths of a second that each frame lasts */
    TEXTURE_SIDE_MAX = 32768
};

static void read_mips(struct bsp_texture *t, const uint8_t *miptex, size_t left)
{
    size_t width = t->width;
    size_t height = t->height;
    for (int m = 0; m < BSP_MIPS; m++) {
        size_t offset = bytes_u32(miptex + 24 + m * 4);
        size_t bytes = (width >> m) * (height >> m);
        if (offset >= MIPTEX_SIZE && offset <= left && bytes <= left - offset) {
            t->mips[m] = miptex + offset;
        }
    }
}

static void read_texture(struct bsp *bsp, const struct bsp_source *source, uint32_t i)
{
    struct bsp_texture *t = &bsp->textures[i];
    size_t size = source->size[LUMP_TEXTURES];
    size_t place = source->offset[LUMP_TEXTURES] + 4 + (size_t)i * 4;
    t->width = t->height = 16;
    t->anim_next = t->alternate_anims = -1;
    uint32_t offset = bytes_u32(bsp->texture_data + 4 + (size_t)i * 4);
    if (offset == UINT32_MAX) {
        return; /* an unused entry: common */
    }
    if (offset > size || size - offset < MIPTEX_SIZE) {
        bsp_note_damage(bsp, place, "texture %u: offset %u is outside the lump", (unsigned)i,
                        (unsigned)offset);
        return;
    }
    const uint8_t *miptex = bsp->texture_data + offset;
    memcpy(t->name, miptex, sizeof(t->name));
    t->name[sizeof(t->name) - 1] = '\0';
    uint32_t width = bytes_u32(miptex + 16);
    uint32_t height = bytes_u32(miptex + 20);
    if (width == 0 || height == 0 || width % 16 || height % 16 || width > TEXTURE_SIDE_MAX ||
        height > TEXTURE_SIDE_MAX) {
        /* The original stops here: "not 16 aligned". */
        bsp_note_damage(bsp, source->offset[LUMP_TEXTURES] + offset,
                        "texture %u: %u x %u are not multiples of 16", (unsigned)i, (unsigned)width,
                        (unsigned)height);
        return;
    }
    t->width = width;
    t->height = height;
    read_mips(t, miptex, size - offset);
    /* All offsets 0 is a reference into a WAD file; anything else without data is damage. */
    if (!t->mips[0] && bytes_u32(miptex + 24) != 0) {
        bsp_note_damage(bsp, source->offset[LUMP_TEXTURES] + offset,
                        "texture %u: its pixels are outside the lump", (unsigned)i);
    }
}

/* An animated texture; sorted by the name after "+n", then by index. */
struct anim_entry {
    const char *name;
    uint32_t texture;
};

static int compare_entries(const void *a, const void *b)
{
    const struct anim_entry *x = a;
    const struct anim_entry *y = b;
    int order = strcmp(x->name + 2, y->name + 2);
    if (order) {
        return order;
    }
    return x->texture < y->texture ? -1 : x->texture > y->texture;
}

/* One sequence, slots[0]..slots[count - 1], all present. */
static void link_sequence(struct bsp *bsp, const int32_t *slots, int count, int32_t alternate)
{
    for (int j = 0; j < count; j++) {
        struct bsp_texture *t = &bsp->textures[slots[j]];
        t->anim_total = count * ANIM_CYCLE;
        t->anim_min = j * ANIM_CYCLE;
        t->anim_max = (j + 1) * ANIM_CYCLE;
        t->anim_next = slots[(j + 1) % count];
        t->alternate_anims = alternate;
    }
}

/* Links the textures of one name. Of two for the same frame the later one counts, as in the
 * original. A name without a frame digit, or a gap between frames, leaves all of them still. */
static void link_group(struct bsp *bsp, const struct anim_entry *entries, size_t count,
                       size_t offset)
{
    int32_t slots[2][ANIM_FRAMES];
    int used[2] = {0, 0};
    memset(slots, 0xff, sizeof(slots));
    for (size_t i = 0; i < count; i++) {
        char c = entries[i].name[1];
        int alternate = 0;
        int frame = c - '0';
        if (c >= 'a' && c <= 'z') {
            c = (char)(c - 'a' + 'A');
        }
        if (c >= 'A' && c <= 'J') {
            alternate = 1;
            frame = c - 'A';
        }
        if (frame < 0 || frame >= ANIM_FRAMES) {
            bsp_note_damage(bsp, offset, "texture \"%s\" has no frame number", entries[i].name);
            return;
        }
        slots[alternate][frame] = (int32_t)entries[i].texture;
        used[alternate] = frame + 1 > used[alternate] ? frame + 1 : used[alternate];
    }
    for (int a = 0; a < 2; a++) {
        for (int j = 0; j < used[a]; j++) {
            if (slots[a][j] < 0) {
                bsp_note_damage(bsp, offset, "textures \"+?%s\": frame %d is missing",
                                entries[0].name + 2, j);
                return;
            }
        }
    }
    link_sequence(bsp, slots[0], used[0], used[1] ? slots[1][0] : -1);
    link_sequence(bsp, slots[1], used[1], used[0] ? slots[0][0] : -1);
}

static int link_animations(struct bsp *bsp, size_t offset, struct format_error *err)
{
    size_t count = 0;
    for (uint32_t i = 0; i < bsp->num_textures; i++) {
        count += bsp->textures[i].name[0] == '+' && bsp->textures[i].name[1] != '\0';
    }
    if (count == 0) {
        return FORMAT_OK;
    }
    struct anim_entry *entries = malloc(count * sizeof(*entries));
    if (!entries) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (textures)");
    }
    size_t used = 0;
    for (uint32_t i = 0; i < bsp->num_textures; i++) {
        const char *name = bsp->textures[i].name;
        if (name[0] == '+' && name[1] != '\0') {
            entries[used++] = (struct anim_entry){name, i};
        }
    }
    qsort(entries, count, sizeof(*entries), compare_entries);
    for (size_t first = 0; first < count;) {
        size_t end = first + 1;
        while (end < count && strcmp(entries[end].name + 2, entries[first].name + 2) == 0) {
            end++;
        }
        link_group(bsp, entries + first, end - first, offset);
        first = end;
    }
    free(entries);
    return FORMAT_OK;
}

int bsp_read_textures(struct bsp *bsp, const struct bsp_source *source, struct format_error *err)
{
    size_t size = source->size[LUMP_TEXTURES];
    size_t at = source->offset[LUMP_TEXTURES];
    if (size < 4) {
        return FORMAT_OK; /* no textures: everything is drawn with the placeholder */
    }
    uint32_t count = bytes_u32(bsp->texture_data);
    if (count > (size - 4) / 4 || count > INT32_MAX) {
        return format_fail(err, FORMAT_BAD, at, "lump textures: %u textures exceed the lump",
                           count);
    }
    bsp->textures = calloc(count ? count : 1, sizeof(*bsp->textures));
    if (!bsp->textures) {
        return format_fail(err, FORMAT_MEMORY, at, "out of memory (%u textures)", count);
    }
    bsp->num_textures = count;
    for (uint32_t i = 0; i < count; i++) {
        read_texture(bsp, source, i);
    }
    return link_animations(bsp, at, err);
}
