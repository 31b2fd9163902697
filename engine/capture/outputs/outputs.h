/* The kinds of output there are; film_output picks one. */
#ifndef ENGINE_CAPTURE_OUTPUTS_OUTPUTS_H
#define ENGINE_CAPTURE_OUTPUTS_OUTPUTS_H

#include "engine/capture/film_output.h"
#include "formats/media/y4m.h"

extern const struct film_output_kind film_output_avi, film_output_y4m, film_output_raw,
    film_output_pictures, film_output_wav, film_output_encoder;

/* The output file: a new film, or an existing one to continue. */
int outputs_open_file(struct output_file *file, const struct film_format *format,
                      struct format_error *err) MUST_CHECK;
/* A sink that discards its bytes, for headers that are already in the file. */
struct media_sink outputs_no_sink(void);

/* The shape of a film's pictures as y4m. */
struct y4m_format outputs_y4m_format(const struct film_format *format);

#endif
