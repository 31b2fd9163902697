/* A RoQ film as a texture that depends on the time.
 *
 * Loops: frame floor(time * rate) modulo the number of frames. A pure function of the film's bytes
 * and the time: decoder states are kept at some frames, so that going back decodes few, within a
 * fixed amount of memory. Without mipmaps, clamped, as the original uploads films. May be called
 * from several threads. */
#ifndef ASSETS_FILM_TEXTURE_H
#define ASSETS_FILM_TEXTURE_H

#include "assets/files.h"
#include "assets/texture.h"

struct film_texture;

/* Loads the file. Returns 0, FORMAT_MISSING, a FORMAT_ code of a file that cannot be shown (err
 * says why) or FORMAT_MEMORY. files must outlive it. */
int film_texture_load(struct film_texture **film, struct files *files, const char *name,
                      struct format_error *err) MUST_CHECK;
void film_texture_destroy(struct film_texture *film); /* NULL is fine */

/* The picture at a time, seconds; times below 0 and invalid ones show the first. It stays unchanged
 * until another frame was returned twice: a picture on the screen has one time. */
const struct texture *film_texture_at(struct film_texture *film, double time);

#endif
