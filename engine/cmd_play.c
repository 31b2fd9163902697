/* quakereel play: a demo in a window, in real time. Without a display: into a file. */
#include <SDL.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands.h"
#include "engine/player.h"
#include "engine/window.h"
#include "formats/avi.h"

enum {
    DEFAULT_WIDTH = 960,
    DEFAULT_HEIGHT = 600,
    FILE_WIDTH = 640,
    FILE_HEIGHT = 480,
    FILE_FPS = 30,
    FILE_QUALITY = 85,
    IDLE_MS = 50
};

#define SPEED_STEP 1.1
#define SPEED_LEAST 0.05
#define SPEED_MOST 64.0
#define OVERLAY_SECONDS 1.5

static const char help[] =
    "usage: quakereel [play] [DEMO] [options]\n"
    "\n"
    "Plays a demo in a window; without a demo, the built-in one. A bare name is looked for in the\n"
    "game data. Without a display the demo is rendered to quakereel.avi (-o FILE names another).\n"
    "  --fullscreen         start on the whole screen\n"
    "  --start T            start there: 90, 1:30.5, 50%, -10 (from the end)\n"
    "  -o FILE.avi          render to this file instead of a window\n"
    "Keys:\n"
    "  Space, k  pause                    .         next server update (pauses)\n"
    "  [ ]       slower, faster           Backspace normal speed\n"
    "  f         fullscreen               F12, s    picture as PNG\n"
    "  q, Esc    leave\n";

struct play {
    struct player player;
    struct window *window;
    double time;  /* demo seconds shown */
    double speed;
    bool paused;
    bool quit;
    bool dirty;   /* the picture must be drawn again */
    double overlay_until; /* platform_now() */
    unsigned shots;
};

static void show_overlay(struct play *play, const char *text)
{
    snprintf(play->player.overlay, sizeof(play->player.overlay), "%s", text);
    play->overlay_until = platform_now() + OVERLAY_SECONDS;
    play->dirty = true;
}

static void change_speed(struct play *play, double speed)
{
    char text[32];
    play->speed = speed < SPEED_LEAST ? SPEED_LEAST : speed > SPEED_MOST ? SPEED_MOST : speed;
    if (fabs(play->speed - 1.0) < 0.01) {
        play->speed = 1.0;
    }
    snprintf(text, sizeof(text), "speed %.2fx", play->speed);
    show_overlay(play, text);
}

static void set_paused(struct play *play, bool paused)
{
    play->paused = paused;
    show_overlay(play, paused ? "paused" : "playing");
}

static void next_update(struct play *play)
{
    const struct playback *playback = play->player.playback;
    uint32_t update = playback_update_at(playback, play->time) + 1;
    play->paused = true;
    if (update < playback_num_updates(playback)) {
        char text[64];
        play->time = playback_update_time(playback, update);
        snprintf(text, sizeof(text), "block %u", playback_update_block(playback, update));
        show_overlay(play, text);
    }
}

/* The first quakereel-NNNN.png in the current folder that is not there yet. */
static void take_shot(struct play *play)
{
    char path[64];
    char text[96];
    do {
        snprintf(path, sizeof(path), "quakereel-%04u.png", play->shots++);
    } while (platform_is_file(path) && play->shots < 10000);
    if (player_write_png(&play->player, path) == 0) {
        fprintf(stderr, "quakereel: wrote %s\n", path);
        snprintf(text, sizeof(text), "wrote %s", path);
        show_overlay(play, text);
    }
}

static void handle_key(struct play *play, SDL_Keycode key)
{
    switch (key) {
    case SDLK_SPACE:
    case SDLK_k:
        set_paused(play, !play->paused);
        break;
    case SDLK_PERIOD:
        next_update(play);
        break;
    case SDLK_LEFTBRACKET:
        change_speed(play, play->speed / SPEED_STEP);
        break;
    case SDLK_RIGHTBRACKET:
        change_speed(play, play->speed * SPEED_STEP);
        break;
    case SDLK_BACKSPACE:
        change_speed(play, 1.0);
        break;
    case SDLK_f:
        window_toggle_fullscreen(play->window);
        play->dirty = true;
        break;
    case SDLK_F12:
    case SDLK_s:
        take_shot(play);
        break;
    case SDLK_q:
    case SDLK_ESCAPE:
        play->quit = true;
        break;
    default:
        break;
    }
}

static void handle_event(struct play *play, const SDL_Event *event)
{
    if (event->type == SDL_QUIT) {
        play->quit = true;
    } else if (event->type == SDL_KEYDOWN) {
        handle_key(play, event->key.keysym.sym);
    } else if (event->type == SDL_WINDOWEVENT) {
        play->dirty = true;
    }
}

/* Keeps the renderer at the window's size, inside the sizes it can draw. */
static int follow_size(struct play *play)
{
    int width, height;
    window_size(play->window, &width, &height);
    width = width < RENDER_MIN_WIDTH ? RENDER_MIN_WIDTH : width;
    width = width > RENDER_MAX_WIDTH ? RENDER_MAX_WIDTH : width;
    height = height < RENDER_MIN_HEIGHT ? RENDER_MIN_HEIGHT : height;
    height = height > RENDER_MAX_HEIGHT ? RENDER_MAX_HEIGHT : height;
    if (play->player.renderer && width == play->player.scene_options.width &&
        height == play->player.scene_options.height) {
        return 0;
    }
    return player_set_size(&play->player, width, height);
}

static int draw(struct play *play)
{
    struct player *player = &play->player;
    size_t pitch;
    int status = follow_size(play);
    if (status) {
        return status;
    }
    if (playback_go_time(player->playback, play->time, !player->options->no_lerp) < 0) {
        fprintf(stderr, "quakereel: no memory for the client's state\n");
        return EXIT_BAD_INPUT;
    }
    uint32_t *pixels = window_lock(play->window, player->scene_options.width,
                                   player->scene_options.height, &pitch);
    if (!pixels) {
        fprintf(stderr, "quakereel: the window cannot be drawn to: %s\n", SDL_GetError());
        return EXIT_BAD_INPUT;
    }
    status = player_draw(player, pixels, pitch) < 0 ? EXIT_BAD_INPUT : 0;
    window_present(play->window);
    play->dirty = false;
    return status;
}

static int run_window(struct play *play)
{
    double length = playback_length(play->player.playback);
    double last = platform_now();
    while (!play->quit) {
        SDL_Event event;
        bool moving = !play->paused && play->time < length;
        if (!moving && !play->dirty && SDL_WaitEventTimeout(&event, IDLE_MS)) {
            handle_event(play, &event);
        }
        while (SDL_PollEvent(&event)) {
            handle_event(play, &event);
        }
        double now = platform_now();
        if (!play->paused && play->time < length) {
            play->time = fmin(length, play->time + (now - last) * play->speed);
            play->dirty = true;
        }
        last = now;
        if (play->player.overlay[0] && now > play->overlay_until) {
            play->player.overlay[0] = '\0';
            play->dirty = true;
        }
        if (play->dirty && !play->quit) {
            int status = draw(play);
            if (status) {
                return status;
            }
        }
    }
    return 0;
}

/* Closes the file in any case. */
static int save_avi(struct avi_writer *avi, FILE *file, const char *path)
{
    bool good = avi_end(avi) == 0 && fwrite(avi->out.data, 1, avi->out.size, file) == avi->out.size;
    good = fclose(file) == 0 && good;
    if (!good) {
        fprintf(stderr, "quakereel: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return 0;
}

/* The whole demo at a fixed frame rate into a Motion JPEG file. */
static int run_file(struct play *play, const char *path)
{
    struct player *player = &play->player;
    int width = player->options->width ? player->options->width : FILE_WIDTH;
    int height = player->options->height ? player->options->height : FILE_HEIGHT;
    FILE *file = fopen(path, "wb"); /* a path that will not do is better known before the work */
    if (!file) {
        fprintf(stderr, "quakereel: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    int status = player_set_size(player, width, height);
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof(*pixels));
    if (status || !pixels) {
        fclose(file);
        free(pixels);
        return EXIT_BAD_INPUT;
    }
    struct avi_writer avi;
    avi_begin(&avi, (uint32_t)width, (uint32_t)height, FILE_FPS);
    double length = playback_length(player->playback);
    uint32_t frames = 1 + (uint32_t)((length - play->time) * FILE_FPS);
    fprintf(stderr, "quakereel: rendering %s to %s (%u frames at %dx%d)\n", player->source.name,
            path, frames, width, height);
    for (uint32_t i = 0; status == 0 && i < frames && avi.out.size < AVI_MAX_BYTES; i++) {
        if (playback_go_time(player->playback, play->time + (double)i / FILE_FPS,
                             !player->options->no_lerp) < 0 ||
            player_draw(player, pixels, (size_t)width) < 0 ||
            avi_add_frame(&avi, pixels, FILE_QUALITY) < 0) {
            fprintf(stderr, "quakereel: no memory to render frame %u\n", i);
            status = EXIT_BAD_INPUT;
        }
    }
    /* What was rendered before a failure is kept. */
    int saved = save_avi(&avi, file, path);
    status = status ? status : saved;
    if (avi.frames < frames) {
        fprintf(stderr, "quakereel: %s holds %u of %u frames\n", path, avi.frames, frames);
    }
    if (status == 0) {
        printf("%s\n", path);
    }
    avi_free(&avi);
    free(pixels);
    return status;
}

static int run(struct play *play, const char *output, bool fullscreen)
{
    char title[512];
    char reason[256];
    const struct options *options = play->player.options;
    if (output) {
        return run_file(play, output);
    }
    snprintf(title, sizeof(title), "quakereel - %s", play->player.source.name);
    play->window = window_create(title, options->width ? options->width : DEFAULT_WIDTH,
                                 options->height ? options->height : DEFAULT_HEIGHT, true, reason,
                                 sizeof(reason));
    if (!play->window) {
        fprintf(stderr, "quakereel: no window (%s)\n", reason);
        return run_file(play, "quakereel.avi");
    }
    if (fullscreen) {
        window_toggle_fullscreen(play->window);
    }
    play->dirty = true;
    int status = run_window(play);
    window_destroy(play->window);
    return status;
}

int cmd_play(int argc, char **argv)
{
    const char *output = NULL;
    const char *start = NULL;
    bool fullscreen = false;
    const struct option_spec specs[] = {
        {.name = "o", .text = &output},
        {.name = "start", .text = &start},
        {.name = "fullscreen", .flag = &fullscreen},
        {.name = NULL},
    };
    struct options options;
    struct play play = {.speed = 1.0};
    int status = options_begin(&options, "play", argc, argv, specs, help);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    status = player_open(&play.player, options.num_files ? options.files[0] : NULL, &options);
    if (status == 0) {
        double length = playback_length(play.player.playback);
        if (start && !options_parse_time(start, length, &play.time)) {
            fprintf(stderr, "quakereel: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", start);
            status = EXIT_USAGE;
        } else {
            status = run(&play, output, fullscreen);
        }
        if (status == 0) {
            status = player_exit_status(&play.player);
        }
        player_close(&play.player);
    }
    options_free(&options);
    return status;
}
