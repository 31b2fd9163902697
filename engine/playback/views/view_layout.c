#include "engine/playback/views/view_layout.h"

/* Part `i` of `count` that share a line of `length` pixels. */
static int share_start(int length, int i, int count)
{
    return (int)((long long)length * i / count);
}

/* Columns and rows, row by row, of a rectangle. */
static void cut(struct playback_part whole, int columns, int rows, struct playback_part *parts)
{
    for (int i = 0; i < columns * rows; i++) {
        const int column = i % columns, row = i / columns;
        const int left = share_start(whole.width, column, columns);
        const int top = share_start(whole.height, row, rows);
        parts[i] = (struct playback_part){whole.left + left, whole.top + top,
                                          share_start(whole.width, column + 1, columns) - left,
                                          share_start(whole.height, row + 1, rows) - top};
    }
}

static void place_grid(int count, struct playback_part whole, struct playback_part *parts)
{
    const bool upright = whole.height > whole.width;
    if (count == 2) {
        cut(whole, upright ? 1 : 2, upright ? 2 : 1, parts);
    } else {
        cut(whole, 2, 2, parts);
    }
}

/* The small ones take a quarter of the frame, or a third if there is one only. */
static void place_large(int count, struct playback_part whole, struct playback_part *parts)
{
    const int share = count == 2 ? 3 : 4;
    struct playback_part small = whole;
    parts[0] = whole;
    if (whole.height > whole.width) {
        parts[0].height = share_start(whole.height, share - 1, share);
        small.top = parts[0].height;
        small.height -= parts[0].height;
        cut(small, count - 1, 1, parts + 1);
    } else {
        parts[0].width = share_start(whole.width, share - 1, share);
        small.left = parts[0].width;
        small.width -= parts[0].width;
        cut(small, 1, count - 1, parts + 1);
    }
}

void view_layout_parts(enum view_layout layout, int count, int width, int height,
                       struct playback_part parts[VIEWS_MAX])
{
    const struct playback_part whole = {0, 0, width, height};
    if (count < 2) {
        parts[0] = whole;
    } else if (layout == VIEW_LARGE) {
        place_large(count, whole, parts);
    } else {
        place_grid(count, whole, parts);
    }
}

int view_layout_count(const struct view_options *options, int most, int width, int height,
                      int least_width, int least_height)
{
    int count = VIEWS_MAX;
    for (; count > 1; count /= 2) {
        struct playback_part parts[VIEWS_MAX];
        bool fits = count <= options->count && count <= most;
        view_layout_parts((enum view_layout)options->layout, count, width, height, parts);
        for (int i = 0; i < count; i++) {
            fits = fits && parts[i].width >= least_width && parts[i].height >= least_height;
        }
        if (fits) {
            break;
        }
    }
    return count;
}

int view_layout_place(enum view_layout layout, int view, int main)
{
    return layout != VIEW_LARGE || view > main ? view : view == main ? 0 : view + 1;
}
