/* stb's decoders and encoders of pictures, and its decoder of sound (github.com/nothings/stb,
 * public domain), and how they are built here: decoders of PNG, TGA and JPEG with their inflate,
 * the encoder of JPEG, the decoder of Vorbis, all without files.
 *
 * Who uses them includes this file. stb_image.c, stb_image_write.c and stb_vorbis.c beside it hold
 * their code. A test that wants a decoder of JPEG of its own defines STB_IMAGE_IMPLEMENTATION,
 * STB_IMAGE_STATIC and STBI_ONLY_JPEG before.
 *
 * stb's PNG encoder and what it packs with do without memory what they like: it is not used. */
#ifndef FORMATS_BASE_STB_H
#define FORMATS_BASE_STB_H

enum { STB_MAX_SIDE = 16384 }; /* of a picture to be decoded */
#define STB_MAX_CHANNELS 2     /* of a sound */

/* The warnings are stb's own. That for unused functions is given at the end of the file, so that it
 * stays off where the code is. */
#if defined(__GNUC__)
#if defined(STB_IMAGE_IMPLEMENTATION) || defined(STB_IMAGE_WRITE_IMPLEMENTATION) ||                \
    defined(STB_VORBIS_IMPLEMENTATION)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif

#ifndef STBI_ONLY_JPEG
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_ONLY_TGA
#endif
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS STB_MAX_SIDE
#define STBI_ASSERT(x) ((void)0)
#include <stb/stb_image.h>

#define STBI_WRITE_NO_STDIO
#define STBIW_ASSERT(x) ((void)0)
#include <stb/stb_image_write.h>

/* Its asserts are left out by NDEBUG in stb_vorbis.c. */
#define STB_VORBIS_NO_STDIO
#define STB_VORBIS_NO_PUSHDATA_API
#define STB_VORBIS_NO_INTEGER_CONVERSION
#define STB_VORBIS_MAX_CHANNELS STB_MAX_CHANNELS
#ifndef STB_VORBIS_IMPLEMENTATION
#define STB_VORBIS_HEADER_ONLY
#endif
#include <stb/stb_vorbis.h>

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
