#include "engine/viewer/host/window_place.h"

#include <stdint.h>

/* Part of the upper edge that must be on a screen, and its height. */
enum { GRIP_WIDTH = 96, GRIP_HEIGHT = 24 };

enum { MAX_FRAME = 80 };

/* Range of positions and sizes; screens may be left of and above the first. */
#define FARTHEST 100000.0

static int smaller_int(int a, int b)
{
    return a < b ? a : b;
}

static int larger_int(int a, int b)
{
    return a > b ? a : b;
}

struct window_rect window_place_default(const struct window_rect *usable)
{
    struct window_rect rect = {.width = usable->width / 4 * 3, .height = usable->height / 4 * 3};
    rect.width = smaller_int(rect.width, rect.height * 16 / 9);
    rect.height = smaller_int(rect.height, rect.width * 3 / 4);
    /* Fours: then every scale of the picture fills it. */
    rect.width = larger_int(rect.width / 4 * 4, WINDOW_MIN_WIDTH);
    rect.height = larger_int(rect.height / 4 * 4, WINDOW_MIN_HEIGHT);
    rect.x = usable->x + (usable->width - rect.width) / 2;
    rect.y = usable->y + (usable->height - rect.height) / 2;
    return rect;
}

/* Overlap of two ranges, points. */
static int overlap_length(int at, int count, int from, int size)
{
    return smaller_int(at + count, from + size) - larger_int(at, from);
}

bool window_place_is_usable(const struct window_rect *rect, const struct window_rect *screens,
                            size_t num_screens)
{
    bool fits = false;
    bool reached = false;
    for (size_t i = 0; i < num_screens; i++) {
        const struct window_rect *s = &screens[i];
        fits |= rect->width <= s->width && rect->height <= s->height;
        reached |= overlap_length(rect->x, rect->width, s->x, s->width) >= GRIP_WIDTH &&
                   overlap_length(rect->y, GRIP_HEIGHT, s->y, s->height) >= GRIP_HEIGHT;
    }
    return fits && reached;
}

struct window_rect window_place_to_ask(const struct window_rect *rect,
                                       const struct window_rect *asked,
                                       const struct window_rect *got)
{
    struct window_rect ask = *rect;
    const int64_t x = (int64_t)got->x - asked->x, y = (int64_t)got->y - asked->y;
    if (x >= -MAX_FRAME && x <= MAX_FRAME && y >= -MAX_FRAME && y <= MAX_FRAME) {
        ask.x -= (int)x;
        ask.y -= (int)y;
    }
    return ask;
}

struct window_rect window_picture_rect(int width, int height, int picture_width, int picture_height)
{
    struct window_rect place = {0, 0, width, height};
    if ((int64_t)picture_width * height > (int64_t)picture_height * width) {
        place.height = (int)((int64_t)picture_height * width / picture_width);
        place.y = (height - place.height) / 2;
    } else if (picture_height > 0) {
        place.width = (int)((int64_t)picture_width * height / picture_height);
        place.x = (width - place.width) / 2;
    }
    return place;
}

bool window_place_recall(const struct settings *settings, struct window_place *place)
{
    double x, y, width, height;
    double maximised = 0.0;
    if (!settings_number(settings, "window-x", -FARTHEST, FARTHEST, &x) ||
        !settings_number(settings, "window-y", -FARTHEST, FARTHEST, &y) ||
        !settings_number(settings, "window-width", WINDOW_MIN_WIDTH, FARTHEST, &width) ||
        !settings_number(settings, "window-height", WINDOW_MIN_HEIGHT, FARTHEST, &height)) {
        return false;
    }
    settings_number(settings, "window-maximised", 0.0, 1.0, &maximised);
    place->rect = (struct window_rect){(int)x, (int)y, (int)width, (int)height};
    place->maximised = maximised == 1.0;
    return true;
}

int window_place_remember(struct settings *settings, const struct window_place *place)
{
    const struct {
        const char *name;
        int value;
    } all[] = {{"window-x", place->rect.x},
               {"window-y", place->rect.y},
               {"window-width", place->rect.width},
               {"window-height", place->rect.height},
               {"window-maximised", place->maximised}};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof(all) / sizeof(all[0]); i++) {
        status = settings_set_number(settings, all[i].name, all[i].value);
    }
    return status;
}
