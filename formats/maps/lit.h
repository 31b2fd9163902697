/* Coloured light of a map ("maps/x.lit"): red, green and blue for each byte of its light data.
 *
 * "QLIT", version 1 (32 bits), then 3 bytes per sample (the readme of LIT files; as QuakeSpasm's
 * gl_model.c reads it). */
#ifndef FORMATS_MAPS_LIT_H
#define FORMATS_MAPS_LIT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* Sets *samples to 3 * light_size bytes inside data. FORMAT_UNKNOWN: another format or version;
 * FORMAT_BAD: not made for light_size bytes of light data. */
int lit_read(const uint8_t **samples, const uint8_t *data, size_t size, size_t light_size,
             struct format_error *err) MUST_CHECK;

#endif
