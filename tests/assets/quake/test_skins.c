/* Player skins: PCX pictures, the store, and models drawn with them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "assets/quake/skin_store.h"
#include "formats/base/bytes.h"
#include "formats/pictures/pcx.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/quake_game.h"

/* ---- Pictures ---- */

enum { WIDTH = 320, HEIGHT = 200 };

static uint8_t color_at(int x, int y)
{
    return (uint8_t)(x / 16 + y / 8 * 16 + (x == 77 ? y : 0));
}

/* A picture of color_at; a row of the file is `line` bytes. */
static struct byte_writer make_pcx(int width, int height, int line)
{
    struct byte_writer out = picture_pcx_head(width, height, line);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < line;) {
            const uint8_t color = x < width ? color_at(x, y) : 0x55;
            int run = 1;
            while (x + run < line && run < 63 &&
                   (x + run < width ? color_at(x + run, y) : 0x55) == color) {
                run++;
            }
            if (run > 1 || color >= 0xc0) {
                byte_writer_u8(&out, 0xc0u | (uint32_t)run);
            }
            byte_writer_u8(&out, color);
            x += run;
        }
    }
    cr_assert(!out.failed);
    return out;
}

static void assert_picture(const struct byte_writer *file, int width, int height)
{
    struct pcx pcx;
    struct format_error err = {0};
    cr_assert_eq(pcx_read(&pcx, file->data, file->size, &err), FORMAT_OK, "%s", err.what);
    cr_assert(pcx.width == width && pcx.height == height);
    for (int i = 0; i < width * height; i++) {
        cr_assert_eq(pcx.pixels[i], color_at(i % width, i / width), "pixel %d", i);
    }
    pcx_free(&pcx);
}

Test(pcx, pictures)
{
    static const int sizes[][3] = {{320, 200, 320}, {296, 194, 296}, {1, 1, 1},
                                   {7, 3, 8},       {7, 3, 100},     {400, 300, 400}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct byte_writer file = make_pcx(sizes[i][0], sizes[i][1], sizes[i][2]);
        assert_picture(&file, sizes[i][0], sizes[i][1]);
        byte_writer_free(&file);
    }
    struct byte_writer file = make_pcx(8, 3, 8);
    file.data[66] = 0; /* no length of rows: as wide as the picture */
    assert_picture(&file, 8, 3);
    byte_writer_free(&file);
}

/* Runs over the ends of rows, and one of no pixels. */
Test(pcx, odd_runs)
{
    uint8_t file[PCX_HEADER + 6] = {10, 5, 1, 8, 0, 0, 0, 0, 3, 0, 2, 0};
    file[66] = 4;
    memcpy(file + PCX_HEADER, "\xc7\x11\xc0\x99\xc5\x22", 6);
    struct pcx pcx;
    cr_assert_eq(pcx_read(&pcx, file, sizeof(file), NULL), FORMAT_OK);
    cr_assert_eq(memcmp(pcx.pixels, "\x11\x11\x11\x11\x11\x11\x11\x22\x22\x22\x22\x22", 12), 0);
    pcx_free(&pcx);
}

Test(pcx, damage)
{
    struct byte_writer file = make_pcx(32, 20, 32);
    struct pcx pcx;
    struct format_error err = {0};
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *part = malloc(size + (size == 0));
        memcpy(part, file.data, size);
        cr_assert_eq(pcx_read(&pcx, part, size, &err), FORMAT_TRUNCATED, "%zu", size);
        cr_assert(pcx.pixels == NULL && err.offset == size, "%zu: %s", size, err.what);
        free(part);
    }
    static const struct {
        int at;
        uint8_t value;
        int code;
    } heads[] = {{0, 11, FORMAT_UNKNOWN}, {1, 3, FORMAT_UNKNOWN},    {2, 0, FORMAT_UNKNOWN},
                 {3, 4, FORMAT_UNKNOWN},  {65, 3, FORMAT_UNKNOWN},   {5, 255, FORMAT_BAD},
                 {9, 255, FORMAT_BAD},    {11, 15, FORMAT_TRUNCATED}};
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        const uint8_t kept = file.data[heads[i].at];
        file.data[heads[i].at] = heads[i].value;
        cr_assert_eq(pcx_read(&pcx, file.data, file.size, &err), heads[i].code, "%d", heads[i].at);
        file.data[heads[i].at] = kept;
    }
    for (size_t bit = 0; bit < file.size * 8; bit++) {
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (pcx_read(&pcx, file.data, file.size, &err) == FORMAT_OK) {
            pcx_free(&pcx);
        }
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&file);
}

/* ---- The store ---- */

struct skin_pak {
    struct byte_writer body, directory;
};

static void pak_add(struct skin_pak *pak, const char *name, const void *data, size_t size)
{
    char padded[56] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_bytes(&pak->directory, padded, sizeof(padded));
    byte_writer_u32(&pak->directory, (uint32_t)(12 + pak->body.size));
    byte_writer_u32(&pak->directory, (uint32_t)size);
    byte_writer_bytes(&pak->body, data, size);
}

static void pak_add_skin(struct skin_pak *pak, const char *name, int width, int height)
{
    struct byte_writer file = make_pcx(width, height, width);
    pak_add(pak, name, file.data, file.size);
    byte_writer_free(&file);
}

static struct byte_writer pak_finish(struct skin_pak *pak)
{
    struct byte_writer out = {0};
    byte_writer_bytes(&out, "PACK", 4);
    byte_writer_u32(&out, (uint32_t)(12 + pak->body.size));
    byte_writer_u32(&out, (uint32_t)pak->directory.size);
    byte_writer_bytes(&out, pak->body.data, pak->body.size);
    byte_writer_bytes(&out, pak->directory.data, pak->directory.size);
    byte_writer_free(&pak->body);
    byte_writer_free(&pak->directory);
    cr_assert(!out.failed);
    return out;
}

static void count_line(void *context, const char *line)
{
    (void)line;
    ++*(int *)context;
}

Test(skins, store)
{
    int lines = 0;
    struct skin_pak pak = {0};
    pak_add_skin(&pak, "skins/Red.pcx", WIDTH, HEIGHT);
    pak_add_skin(&pak, "skins/big.pcx", 400, 300);
    pak_add_skin(&pak, "skins/small.pcx", 100, 50);
    pak_add(&pak, "skins/broken.pcx", "not a picture", 13);
    struct byte_writer bytes = pak_finish(&pak);
    struct files *files = files_create(count_line, &lines);
    cr_assert_eq(files_add_pak(files, "test", bytes.data, bytes.size), 0);
    struct skin_store *store = skin_store_create(files);

    const struct skin *red = skin_store_get(store, "red", SKIN_WIDTH, SKIN_HEIGHT);
    cr_assert(red && red->width == WIDTH && red->height == HEIGHT);
    cr_assert(red->model_width == SKIN_WIDTH && red->model_height == SKIN_HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        cr_assert_eq(red->pixels[i], color_at(i % WIDTH, i / WIDTH));
    }
    cr_assert_eq(skin_store_get(store, "RED.pcx", SKIN_WIDTH, SKIN_HEIGHT), red);
    cr_assert_eq(skin_store_get(store, "red.x", SKIN_WIDTH, SKIN_HEIGHT), red);
    const struct skin *big = skin_store_get(store, "big", SKIN_WIDTH, SKIN_HEIGHT);
    cr_assert(big && big->width == WIDTH && big->pixels[WIDTH + 319] == color_at(319, 1));
    const struct skin *small = skin_store_get(store, "small", SKIN_WIDTH, SKIN_HEIGHT);
    cr_assert(small && small->pixels[49 * WIDTH + 99] == color_at(99, 49));
    cr_assert(small->pixels[100] == 0 && small->pixels[50 * WIDTH] == 0);

    const struct skin *half = skin_store_get(store, "red", SKIN_WIDTH / 2, SKIN_HEIGHT / 2);
    cr_assert(half && half != red && half->width == 148 && half->height == 97);
    cr_assert(half->model_width == 148 && half->pixels[10 * 148 + 20] == color_at(40, 20));
    cr_assert_eq(skin_store_get(store, "red", 148, 97), half);
    const struct skin *twice = skin_store_get(store, "red", 592, 388);
    cr_assert(twice && twice->pixels[387 * 592 + 591] == color_at(295, 193));
    cr_assert_null(skin_store_get(store, "red", 0, 10));
    cr_assert_null(skin_store_get(store, "red", 10, 100000));

    cr_assert_eq(lines, 0);
    cr_assert_null(skin_store_get(store, "blue", SKIN_WIDTH, SKIN_HEIGHT));
    cr_assert_null(skin_store_get(store, "blue", SKIN_WIDTH, SKIN_HEIGHT));
    cr_assert_null(skin_store_get(store, "Blue.pcx", 10, 10));
    cr_assert_eq(lines, 1);
    cr_assert_null(skin_store_get(store, "broken", SKIN_WIDTH, SKIN_HEIGHT));
    cr_assert(lines == 2 && files_damaged_count(files) == 1);
    static const char *const no_names[] = {"",   ".",    "../red", "a/red", "c:red", "x\\red",
                                           "..", ".red", "red\n",  "red..", "\x80"};
    for (size_t i = 0; i < sizeof(no_names) / sizeof(no_names[0]); i++) {
        cr_assert_null(skin_store_get(store, no_names[i], SKIN_WIDTH, SKIN_HEIGHT), "%zu", i);
    }
    cr_assert_eq(lines, 2);
    skin_store_destroy(store);
    files_destroy(files);
    byte_writer_free(&bytes);
}

/* Who has none wears the base skin. */
Test(skins, base)
{
    struct skin_pak pak = {0};
    pak_add_skin(&pak, "skins/base.pcx", WIDTH, HEIGHT);
    struct byte_writer bytes = pak_finish(&pak);
    struct files *files = files_create(NULL, NULL);
    cr_assert_eq(files_add_pak(files, "test", bytes.data, bytes.size), 0);
    struct skin_store *store = skin_store_create(files);
    const struct skin *base = skin_store_get(store, "base", SKIN_WIDTH, SKIN_HEIGHT);
    cr_assert_not_null(base);
    cr_assert_eq(skin_store_get(store, "", SKIN_WIDTH, SKIN_HEIGHT), base);
    cr_assert_eq(skin_store_get(store, "none", SKIN_WIDTH, SKIN_HEIGHT), base);
    cr_assert_eq(skin_store_get(store, "../none", SKIN_WIDTH, SKIN_HEIGHT), base);
    const struct skin *other = skin_store_get(store, "none", 100, 100);
    cr_assert_eq(skin_store_get(store, "", 100, 100), other);
    skin_store_destroy(store);
    files_destroy(files);
    byte_writer_free(&bytes);
}

/* ---- Drawing ---- */

enum { VIEW_WIDTH = 320, VIEW_HEIGHT = 200 };

struct drawing {
    struct quake_data data;
    struct renderer *renderer;
    struct scene scene;
    uint32_t pixels[VIEW_WIDTH * VIEW_HEIGHT];
};

static struct drawing *open_drawing(void)
{
    struct drawing *d = calloc(1, sizeof(*d));
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&d->data, &options, NULL), 0);
    const struct palette_options palette = {.palette = d->data.palette,
                                            .colormap = d->data.colormap};
    const struct renderer_options look = {
        .width = VIEW_WIDTH, .height = VIEW_HEIGHT, .threads = 1, .palette = &palette};
    d->renderer = renderer_create(&look);
    cr_assert_not_null(d->renderer);
    return d;
}

static void close_drawing(struct drawing *d)
{
    renderer_destroy(d->renderer);
    scene_free(&d->scene);
    quake_game_close(&d->data);
    free(d);
}

/* The player before the camera, in shirt 4 and trousers 13. */
static void draw_player(struct drawing *d, const struct skin *skin, float distance)
{
    cr_assert_not_null(palette_scene_begin(&d->scene));
    d->scene.palette->world = model_store_get(d->data.models, "maps/none.bsp", NULL);
    d->scene.camera = (struct scene_camera){.origin = {-distance, 0, 0}, .fov_x = 60};
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        d->scene.palette->light_levels[i] = 264;
    }
    struct palette_entity *entity = palette_scene_add_entity(d->scene.palette);
    entity->model = model_store_get(d->data.models, "progs/player.mdl", NULL);
    entity->frame_lerp = 1;
    entity->alpha = 255;
    entity->angles[1] = 180;
    entity->translate = true;
    entity->shirt = 4;
    entity->trousers = 13;
    entity->own_skin = skin;
    cr_assert_eq(renderer_draw(d->renderer, &d->scene, d->pixels, VIEW_WIDTH), 0);
}

static int count_different(const uint32_t *a, const uint32_t *b)
{
    int count = 0;
    for (int i = 0; i < VIEW_WIDTH * VIEW_HEIGHT; i++) {
        count += a[i] != b[i];
    }
    return count;
}

Test(skins, drawn)
{
    struct drawing *d = open_drawing();
    const struct model *player = model_store_get(d->data.models, "progs/player.mdl", NULL);
    cr_assert(player->mdl && !player->missing);
    const int32_t width = player->mdl->skin_width, height = player->mdl->skin_height;
    const size_t size = (size_t)width * (size_t)height;
    uint32_t *usual = malloc(sizeof(d->pixels));
    uint8_t *texels = malloc(size);
    memcpy(texels, player->mdl->skin_pixels, size);
    const struct skin same = {NULL, width, height, width, height, texels};
    const struct skin misfit = {NULL, width + 1, height, width, height, texels};
    for (int far = 0; far < 2; far++) {
        const float distance = far ? 900 : 70;
        draw_player(d, NULL, distance);
        memcpy(usual, d->pixels, sizeof(d->pixels));
        draw_player(d, &same, distance);
        cr_assert_eq(count_different(usual, d->pixels), 0, "its own texels");
        memset(texels, 0x6f, size);
        draw_player(d, &misfit, distance);
        cr_assert_eq(count_different(usual, d->pixels), 0, "one that does not fit");
        draw_player(d, &same, distance);
        const int different = count_different(usual, d->pixels);
        cr_assert_gt(different, far ? 5 : 1000);
        /* A shirt's texels take the player's colour. */
        memset(texels, 0x1f, size);
        draw_player(d, &same, distance);
        memcpy(usual, d->pixels, sizeof(d->pixels));
        d->scene.palette->entities[0].translate = false;
        cr_assert_eq(renderer_draw(d->renderer, &d->scene, d->pixels, VIEW_WIDTH), 0);
        cr_assert_gt(count_different(usual, d->pixels), far ? 5 : 1000);
        memcpy(texels, player->mdl->skin_pixels, size);
    }
    free(usual);
    free(texels);
    close_drawing(d);
}

/* A picture of 320 texels a row is the same as its used part alone. */
Test(skins, wide_rows)
{
    struct drawing *d = open_drawing();
    const struct model *player = model_store_get(d->data.models, "progs/player.mdl", NULL);
    const int32_t width = player->mdl->skin_width, height = player->mdl->skin_height;
    uint8_t *narrow = malloc((size_t)width * (size_t)height);
    uint8_t *wide = calloc((size_t)(width + 24), (size_t)(height + 6));
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            narrow[y * width + x] = wide[y * (width + 24) + x] = color_at(x, y);
        }
    }
    const struct skin a = {NULL, width, height, width, height, narrow};
    const struct skin b = {NULL, width, height, width + 24, height + 6, wide};
    uint32_t *usual = malloc(sizeof(d->pixels));
    draw_player(d, &a, 60);
    memcpy(usual, d->pixels, sizeof(d->pixels));
    draw_player(d, &b, 60);
    /* Rounding may sample a few texels outside the used part. */
    cr_assert_lt(count_different(usual, d->pixels), 40);
    free(usual);
    free(narrow);
    free(wide);
    close_drawing(d);
}
