#include "engine/player.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/png.h"

int player_open(struct player *player, const char *name, const struct options *options)
{
    struct format_error err = {0};
    *player = (struct player){.options = options};
    int status = demo_source_open(&player->source, name, options);
    if (status) {
        return status;
    }
    if (playback_open(&player->playback, player->source.data, player->source.size, &err) < 0) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", player->source.name, err.offset, err.what);
        player_close(player);
        return EXIT_BAD_INPUT;
    }
    player->scene_options = (struct scene_options){
        .fov = options->fov,
        .no_view_model = options->no_view_model,
        .no_hud = options->no_hud,
        .no_particles = options->no_particles,
    };
    return 0;
}

void player_close(struct player *player)
{
    renderer_destroy(player->renderer);
    scene_free(&player->scene);
    playback_close(player->playback);
    demo_source_close(&player->source);
    *player = (struct player){0};
}

int player_set_size(struct player *player, int width, int height)
{
    const struct renderer_options options = {
        .width = width,
        .height = height,
        .look = player->options->look,
        .threads = player->options->threads,
        .palette = player->source.game.palette,
        .colormap = player->source.game.colormap,
    };
    renderer_destroy(player->renderer);
    player->renderer = renderer_create(&options);
    if (!player->renderer) {
        fprintf(stderr, "quakereel: no memory for a picture of %dx%d\n", width, height);
        return EXIT_BAD_INPUT;
    }
    player->scene_options.width = width;
    player->scene_options.height = height;
    return 0;
}

/* A line in the top right corner, on a dark ground. */
static void add_overlay(struct player *player)
{
    int width = player->scene_options.width;
    int height = player->scene_options.height;
    int scale = height >= 480 ? height / 240 : 1;
    size_t length = strlen(player->overlay);
    int text_width = (int)length * 8 * scale;
    struct scene_2d *ground = scene_add_2d(&player->scene);
    if (ground) {
        *ground = (struct scene_2d){.kind = SCENE_2D_SHADE,
                                    .x = width - text_width - 12 * scale,
                                    .y = 4 * scale,
                                    .scale = 1,
                                    .width = text_width + 8 * scale,
                                    .height = 12 * scale,
                                    .color = 48};
    }
    scene_add_text(&player->scene, width - text_width - 8 * scale, 6 * scale, scale,
                   player->source.game.conchars, (const uint8_t *)player->overlay, length);
}

int player_draw(struct player *player, uint32_t *target, size_t pitch)
{
    int status = playback_scene(player->playback, &player->scene, &player->scene_options,
                                &player->source.game);
    if (status == 0 && player->overlay[0]) {
        add_overlay(player);
    }
    if (status == 0) {
        status = renderer_draw(player->renderer, &player->scene, target, pitch);
    }
    if (status < 0) {
        fprintf(stderr, "quakereel: no memory to draw a frame\n");
    }
    return status;
}

static int write_file(const char *path, const struct byte_writer *bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return -1;
    }
    bool good = fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    return fclose(file) == 0 && good ? 0 : -1;
}

int player_write_png(const struct player *player, const char *path)
{
    struct render_frame frame = renderer_frame(player->renderer);
    size_t count = (size_t)frame.width * (size_t)frame.height;
    uint32_t *pixels = malloc(count * sizeof(*pixels));
    struct byte_writer png = {0};
    int status = EXIT_BAD_INPUT;
    if (!pixels) {
        fprintf(stderr, "quakereel: no memory for %s\n", path);
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        pixels[i] = frame.palette[frame.indices[i]];
    }
    if (png_encode_rgb(pixels, frame.width, frame.height, &png) < 0) {
        fprintf(stderr, "quakereel: no memory for %s\n", path);
    } else if (write_file(path, &png) != 0) {
        fprintf(stderr, "quakereel: %s: %s\n", path, strerror(errno));
    } else {
        status = 0;
    }
    byte_writer_free(&png);
    free(pixels);
    return status;
}

int player_exit_status(const struct player *player)
{
    const struct format_error *damage = playback_damage(player->playback);
    if (damage) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", player->source.name, damage->offset,
                damage->what);
        return EXIT_BAD_INPUT;
    }
    return files_damaged_count(player->source.game.files) ? EXIT_BAD_INPUT : EXIT_GOOD;
}
