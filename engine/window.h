/* The SDL2 window: a texture of 32-bit pixels that frames are drawn straight into. Main thread
 * only. */
#ifndef ENGINE_WINDOW_H
#define ENGINE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct window;

/* NULL when there is no display; why is then in reason. vsync: window_present waits for the screen.
 */
struct window *window_create(const char *title, int width, int height, bool vsync, char *reason,
                             size_t reason_size);
void window_destroy(struct window *window);

/* The size in pixels the window has now. */
void window_size(const struct window *window, int *width, int *height);
void window_toggle_fullscreen(struct window *window);

/* Pixels 0x00RRGGBB of a picture of this size, pitch in pixels; NULL on failure. Between lock and
 * present every pixel must be written. A picture of another size than the window's is scaled, its
 * aspect kept. */
uint32_t *window_lock(struct window *window, int width, int height, size_t *pitch);
void window_present(struct window *window);
/* Shows the last picture again (an uncovered window). */
void window_repeat(struct window *window);

#endif
