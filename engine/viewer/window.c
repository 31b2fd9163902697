#include "engine/viewer/window.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int width, height; /* of the texture */
};

/* Without a display SDL may fall back to a driver that shows nothing; only who names one wants
 * that. */
static bool is_visible(const char *driver)
{
    return SDL_getenv("SDL_VIDEODRIVER") ||
           (driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0);
}

struct window *window_create(const char *title, int width, int height, bool vsync, char *reason,
                             size_t reason_size)
{
    struct window *w = calloc(1, sizeof(*w));
    if (!w || SDL_Init(SDL_INIT_VIDEO) != 0) {
        snprintf(reason, reason_size, "%s", w ? SDL_GetError() : "no memory");
        free(w);
        return NULL;
    }
    if (!is_visible(SDL_GetCurrentVideoDriver())) {
        snprintf(reason, reason_size, "no display");
        window_destroy(w);
        return NULL;
    }
    w->window =
        SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
                         SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (w->window) {
        w->renderer = SDL_CreateRenderer(w->window, -1, vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
        if (!w->renderer) {
            w->renderer = SDL_CreateRenderer(w->window, -1, SDL_RENDERER_SOFTWARE);
        }
    }
    if (!w->renderer) {
        snprintf(reason, reason_size, "%s", SDL_GetError());
        window_destroy(w);
        return NULL;
    }
    return w;
}

void window_destroy(struct window *w)
{
    if (!w) {
        return;
    }
    if (w->texture) {
        SDL_DestroyTexture(w->texture);
    }
    if (w->renderer) {
        SDL_DestroyRenderer(w->renderer);
    }
    if (w->window) {
        SDL_DestroyWindow(w->window);
    }
    SDL_Quit();
    free(w);
}

void window_size(const struct window *w, int *width, int *height)
{
    if (SDL_GetRendererOutputSize(w->renderer, width, height) != 0) {
        SDL_GetWindowSize(w->window, width, height);
    }
}

void window_toggle_fullscreen(struct window *w)
{
    SDL_SetWindowFullscreen(w->window, window_is_fullscreen(w) ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

bool window_is_fullscreen(const struct window *w)
{
    return SDL_GetWindowFlags(w->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
}

void window_set_title(struct window *w, const char *title)
{
    SDL_SetWindowTitle(w->window, title);
}

void window_grab_mouse(bool grab)
{
    SDL_SetRelativeMouseMode(grab ? SDL_TRUE : SDL_FALSE);
}

uint32_t *window_lock(struct window *w, int width, int height, size_t *pitch)
{
    if (!w->texture || w->width != width || w->height != height) {
        if (w->texture) {
            SDL_DestroyTexture(w->texture);
        }
        w->texture = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_RGB888,
                                       SDL_TEXTUREACCESS_STREAMING, width, height);
        w->width = width;
        w->height = height;
    }
    void *pixels;
    int bytes;
    if (!w->texture || SDL_LockTexture(w->texture, NULL, &pixels, &bytes) != 0) {
        return NULL;
    }
    *pitch = (size_t)bytes / sizeof(uint32_t);
    return pixels;
}

/* Where in the window the picture lies: as large as fits, its aspect kept. */
static SDL_Rect picture_place(const struct window *w)
{
    int width, height;
    window_size(w, &width, &height);
    SDL_Rect place = {0, 0, width, height};
    if (w->width * height > w->height * width) {
        place.h = w->height * width / w->width;
        place.y = (height - place.h) / 2;
    } else if (w->height > 0) {
        place.w = w->width * height / w->height;
        place.x = (width - place.w) / 2;
    }
    return place;
}

void window_present(struct window *w)
{
    SDL_Rect place = picture_place(w);
    SDL_UnlockTexture(w->texture);
    SDL_SetRenderDrawColor(w->renderer, 0, 0, 0, 255);
    SDL_RenderClear(w->renderer);
    SDL_RenderCopy(w->renderer, w->texture, NULL, &place);
    SDL_RenderPresent(w->renderer);
    if (SDL_GetWindowFlags(w->window) & SDL_WINDOW_HIDDEN) {
        SDL_ShowWindow(w->window);
        SDL_RenderPresent(w->renderer);
    }
}

void window_to_picture(const struct window *w, int x, int y, int *picture_x, int *picture_y)
{
    SDL_Rect place = picture_place(w);
    int points_x, points_y, pixels_x, pixels_y;
    SDL_GetWindowSize(w->window, &points_x, &points_y);
    window_size(w, &pixels_x, &pixels_y);
    *picture_x = *picture_y = -1;
    if (points_x > 0 && points_y > 0 && place.w > 0 && place.h > 0) {
        *picture_x = (x * pixels_x / points_x - place.x) * w->width / place.w;
        *picture_y = (y * pixels_y / points_y - place.y) * w->height / place.h;
    }
}
