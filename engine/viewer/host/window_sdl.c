/* The window of SDL2: pictures go into the texture of a renderer. */
#include "engine/viewer/host/window.h"

#include <SDL.h>
#include <SDL_opengl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/desktop/icon.h"
#include "engine/viewer/host/input_sdl.h"
#include "engine/viewer/host/x_errors_sdl.h"

enum { MAX_SCREENS = 16, TITLE = 512, DEFAULT_RATE = 60 };

/* A position counts after this many frames: while the desktop changes to fullscreen, the size
 * changes before the state. */
enum { SETTLED = 20 };

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    struct input_sdl input;
    SDL_Event next; /* what ended the waiting */
    bool has_next;
    int width, height; /* texture size */
    bool locked;
    char title[TITLE];
    struct window_rect asked; /* when it opened */
    struct window_rect first; /* where it then came to lie; nothing wide until that is known */
    struct window_rect settled, seen; /* where it was for long, and at the last picture */
    int seen_count;
};

/* Without a display SDL may choose a driver that shows nothing; it is used only if SDL_VIDEODRIVER
 * names it. */
static bool is_visible(const char *driver)
{
    return SDL_getenv("SDL_VIDEODRIVER") ||
           (driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0);
}

static struct window_rect get_rect(const struct window *w)
{
    struct window_rect rect;
    SDL_GetWindowPosition(w->window, &rect.x, &rect.y);
    SDL_GetWindowSize(w->window, &rect.width, &rect.height);
    return rect;
}

/* Neither as large as the screen nor out of sight. */
static bool is_plain(const struct window *w)
{
    return !(SDL_GetWindowFlags(w->window) & (SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_MAXIMIZED |
                                              SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN));
}

/* The usable parts of the screens; their number. */
static size_t get_screens(struct window_rect screens[MAX_SCREENS])
{
    const int displays = SDL_GetNumVideoDisplays();
    size_t count = 0;
    for (int i = 0; i < displays && count < MAX_SCREENS; i++) {
        SDL_Rect usable;
        if (SDL_GetDisplayUsableBounds(i, &usable) == 0 && usable.w > 0 && usable.h > 0) {
            screens[count++] = (struct window_rect){usable.x, usable.y, usable.w, usable.h};
        }
    }
    return count;
}

/* Position of the new window. *maximised: it opens maximised. */
static struct window_rect choose_rect(const struct window_options *o, bool *maximised)
{
    struct window_rect screens[MAX_SCREENS] = {{0, 0, 960, 640}}; /* if unknown */
    const size_t count = get_screens(screens);
    *maximised = false;
    if (o->width > 0 && o->height > 0) {
        return (struct window_rect){(int)SDL_WINDOWPOS_UNDEFINED, (int)SDL_WINDOWPOS_UNDEFINED,
                                    o->width, o->height};
    }
    if (o->left && window_place_is_usable(&o->left->rect, screens, count)) {
        *maximised = o->left->maximised;
        return o->left->rect;
    }
    return window_place_default(&screens[0]);
}

static void set_icon(struct window *w)
{
    int width, height;
    uint8_t *pixels = icon_pixels(&width, &height);
    SDL_Surface *icon = pixels ? SDL_CreateRGBSurfaceWithFormatFrom(
                                     pixels, width, height, 32, width * 4, SDL_PIXELFORMAT_RGBA32)
                               : NULL;
    if (icon) { /* no icon is no failure */
        SDL_SetWindowIcon(w->window, icon);
        SDL_FreeSurface(icon);
    }
    free(pixels);
}

/* True if OpenGL is emulated on the CPU (Mesa without a graphics card). */
static bool is_drawn_by_cpu(SDL_Renderer *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "Software Rasterizer"};
    typedef const GLubyte *(APIENTRY * get_string_fn)(GLenum name);
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || strncmp(info.name, "opengl", 6) != 0) {
        return false;
    }
    void *address = SDL_GL_GetProcAddress("glGetString");
    get_string_fn get_string = NULL;
    memcpy(&get_string, &address, sizeof(get_string));
    const char *name = get_string ? (const char *)get_string(GL_RENDERER) : NULL;
    for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++) {
        if (strstr(name, names[i])) {
            return true;
        }
    }
    return false;
}

/* The renderer: SDL's default, unless it would draw every picture a second time on the CPU.
 * SDL_RENDER_DRIVER overrides the choice. */
static SDL_Renderer *create_renderer(SDL_Window *window, Uint32 vsync)
{
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, vsync);
    const char *asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    if (renderer && !(asked && *asked) && is_drawn_by_cpu(renderer)) {
        SDL_DestroyRenderer(renderer);
        renderer = NULL;
    }
    if (!renderer) {
        renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE | vsync);
    }
    return renderer ? renderer : SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
}

static void open_window(struct window *w, const struct window_options *o)
{
    bool maximised;
    const struct window_rect rect = choose_rect(o, &maximised);
    w->window = SDL_CreateWindow(o->title, rect.x, rect.y, rect.width, rect.height,
                                 SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI |
                                     SDL_WINDOW_HIDDEN | (maximised ? SDL_WINDOW_MAXIMIZED : 0));
    if (!w->window) {
        return;
    }
    w->asked = w->settled = rect;
    set_icon(w);
    w->renderer = create_renderer(w->window, o->vsync ? SDL_RENDERER_PRESENTVSYNC : 0);
    /* After the renderer, which may recreate the window and lose this setting. */
    SDL_SetWindowMinimumSize(w->window,
                             rect.width < WINDOW_MIN_WIDTH ? rect.width : WINDOW_MIN_WIDTH,
                             rect.height < WINDOW_MIN_HEIGHT ? rect.height : WINDOW_MIN_HEIGHT);
}

struct window *window_create(const struct window_options *options, char *reason, size_t reason_size)
{
    struct window *w = calloc(1, sizeof(*w));
    if (!w || SDL_Init(SDL_INIT_VIDEO) != 0) {
        snprintf(reason, reason_size, "%s", w ? SDL_GetError() : "out of memory");
        free(w);
        return NULL;
    }
    if (!is_visible(SDL_GetCurrentVideoDriver())) {
        snprintf(reason, reason_size, "no display");
        window_destroy(w);
        return NULL;
    }
    x_errors_survive(SDL_GetCurrentVideoDriver());
    (void)!SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER); /* without it there are no gamepads */
    open_window(w, options);
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
    input_sdl_end(&w->input);
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

bool window_poll(struct window *w, struct input_event *event)
{
    SDL_Event sdl;
    bool taken = w->has_next && input_sdl_take(&w->input, &w->next, event);
    w->has_next = false;
    while (!taken && SDL_PollEvent(&sdl)) {
        taken = input_sdl_take(&w->input, &sdl, event);
    }
    return taken;
}

void window_wait(struct window *w, double seconds)
{
    w->has_next = w->has_next || SDL_WaitEventTimeout(&w->next, (int)(seconds * 1000.0)) == 1;
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
    if (strncmp(w->title, title, sizeof(w->title) - 1) != 0) {
        snprintf(w->title, sizeof(w->title), "%s", title);
        SDL_SetWindowTitle(w->window, w->title);
    }
}

struct window_place window_get_place(const struct window *w)
{
    struct window_place place = {.rect = w->settled};
    if (is_plain(w) && w->first.width > 0) {
        place.rect = get_rect(w);
    }
    if (w->first.width > 0) {
        place.rect = window_place_to_ask(&place.rect, &w->asked, &w->first);
    }
    place.maximised = SDL_GetWindowFlags(w->window) & SDL_WINDOW_MAXIMIZED;
    return place;
}

double window_refresh_rate(const struct window *w)
{
    SDL_DisplayMode mode;
    const int display = SDL_GetWindowDisplayIndex(w->window);
    const bool known =
        display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate > 0;
    return known ? mode.refresh_rate : DEFAULT_RATE;
}

/* Asked at every picture: nothing of this goes to the display. */
static void follow_place(struct window *w)
{
    const struct window_rect rect = get_rect(w);
    const bool same = memcmp(&rect, &w->seen, sizeof(rect)) == 0 && is_plain(w);
    w->seen_count = same ? w->seen_count + 1 : 0;
    w->seen = rect;
    if (w->seen_count == SETTLED) {
        w->settled = rect;
        w->first = w->first.width > 0 ? w->first : rect;
    }
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
    w->locked = true;
    *pitch = (size_t)bytes / sizeof(uint32_t);
    return pixels;
}

const char *window_failure(const struct window *w)
{
    (void)w;
    return SDL_GetError();
}

static SDL_Rect picture_place(const struct window *w)
{
    int width, height;
    window_size(w, &width, &height);
    const struct window_rect place = window_picture_rect(width, height, w->width, w->height);
    return (SDL_Rect){place.x, place.y, place.width, place.height};
}

void window_unlock(struct window *w)
{
    if (w->locked) {
        SDL_UnlockTexture(w->texture);
        w->locked = false;
    }
}

void window_present(struct window *w)
{
    SDL_Rect place = picture_place(w);
    window_unlock(w);
    int width, height;
    window_size(w, &width, &height);
    if (place.w < width || place.h < height) {
        SDL_SetRenderDrawColor(w->renderer, 0, 0, 0, 255);
        SDL_RenderClear(w->renderer);
    }
    SDL_RenderCopy(w->renderer, w->texture, NULL, &place);
    SDL_RenderPresent(w->renderer);
    if (SDL_GetWindowFlags(w->window) & SDL_WINDOW_HIDDEN) {
        SDL_ShowWindow(w->window);
        SDL_RenderPresent(w->renderer);
    }
    follow_place(w);
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
