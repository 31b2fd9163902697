/* Survives errors of the X server.
 *
 * Xlib's own handler ends the program on every error, such as a request to a window of another
 * program that is gone: it ended while it dragged a file into this one. */
#ifndef ENGINE_VIEWER_HOST_X_ERRORS_SDL_H
#define ENGINE_VIEWER_HOST_X_ERRORS_SDL_H

/* From now on such errors are reported on stderr and ignored. driver: SDL's video driver, whose
 * Xlib is asked; does nothing if it is not "x11", or NULL. */
void x_errors_survive(const char *driver);

#endif
