#include "engine/playback/player.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/follow.h"
#include "formats/pictures/png.h"

/* What the original's pictures do not have is the exact look's. */
static struct scene_options choose_scene(const struct options *options)
{
    bool modern = options->look == LOOK_EXACT;
    return (struct scene_options){
        .fov = options->fov,
        .no_view_model = options->no_view_model,
        .no_hud = options->no_hud,
        .no_particles = options->no_particles,
        .lerp_models =
            !options->no_lerp_models && (options->lerp_models || (modern && !options->no_lerp)),
        .lerp_steps = modern && !options->no_lerp,
        .no_fog = options->no_fog || !modern,
        .no_skybox = !modern,
        .own_water_alpha = options->own_water_alpha,
        .water_alpha = options->water_alpha,
        .camera = options->camera,
    };
}

int player_open(struct player *player, const char *name, const struct options *options,
                const struct timeline_options *index)
{
    struct format_error err = {0};
    *player = (struct player){.options = options};
    int status = demo_source_open(&player->source, name, options);
    if (status) {
        return status;
    }
    struct timeline_options named = *index;
    named.name = player->source.name;
    if (timeline_open(&player->timeline, player->source.data, player->source.size, &named, &err) <
        0) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", player->source.name, err.offset, err.what);
        player_close(player);
        return EXIT_BAD_INPUT;
    }
    player->scene_options = choose_scene(options);
    player->follow = options->follow;
    return 0;
}

void player_close(struct player *player)
{
    renderer_destroy(player->renderer);
    scene_free(&player->scene);
    timeline_close(player->timeline);
    demo_source_close(&player->source);
    *player = (struct player){0};
}

int player_set_size(struct player *player, int width, int height)
{
    const struct renderer_options options = {
        .width = width,
        .height = height,
        .look = player->options->look,
        .colored_light = player->options->colored_light,
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

/* The slot + 1 of whom player->follow means in the state that is drawn. */
static void choose_followed(struct player *player)
{
    struct demo_player_info players[FOLLOW_PLAYERS];
    uint32_t count = timeline_players(player->timeline, players, FOLLOW_PLAYERS);
    const struct demo_player_info *who = follow_find(players, count, player->follow);
    player->scene_options.follow = who ? who->slot + 1 : 0;
    if (!who && !player->told_follow) {
        player->told_follow = true;
        fprintf(stderr,
                count ? "quakereel: %s: nobody here is '%s'; see quakereel info\n"
                      : "quakereel: %s: there is nobody to follow as '%s'\n",
                player->source.name, player->follow);
    }
}

int player_draw(struct player *player, uint32_t *target, size_t pitch)
{
    if (player->follow) {
        choose_followed(player);
    }
    int status = timeline_scene(player->timeline, &player->scene, &player->scene_options,
                                &player->source.game);
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
    struct format_error damage;
    if (timeline_damage(player->timeline, &damage)) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", player->source.name, damage.offset,
                damage.what);
        return EXIT_BAD_INPUT;
    }
    return files_damaged_count(player->source.game.files) ? EXIT_BAD_INPUT : EXIT_GOOD;
}
