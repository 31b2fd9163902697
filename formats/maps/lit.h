/* Coloured light beside a map ("maps/x.lit"): red, green and blue for every byte of its light data.
 *
 * "QLIT", version 1 (32 bits), then 3 bytes for each sample (the readme of LIT files; QuakeSpasm,
 * gl_model.c reads the same). */
#ifndef FORMATS_MAPS_LIT_H
#define FORMATS_MAPS_LIT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* *samples: 3 * light_size bytes inside data. FORMAT_UNKNOWN when it is not that format or version,
 * FORMAT_BAD when it was made for other light data than light_size bytes. */
int lit_read(const uint8_t **samples, const uint8_t *data, size_t size, size_t light_size,
             struct format_error *err) MUST_CHECK;

#endif
