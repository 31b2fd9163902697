/* The kinds of output there are; film_output picks one. */
#ifndef ENGINE_CAPTURE_OUTPUTS_OUTPUTS_H
#define ENGINE_CAPTURE_OUTPUTS_OUTPUTS_H

#include "engine/capture/film_output.h"

extern const struct film_output_kind film_output_avi, film_output_y4m, film_output_raw,
    film_output_pictures, film_output_wav, film_output_encoder;

#endif
