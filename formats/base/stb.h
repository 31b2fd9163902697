/* Configuration of stb_image (PNG, TGA, JPEG) and stb_vorbis (github.com/nothings/stb, public
 * domain), both without file access. Include this file, never theirs.
 *
 * stb_image.c and stb_vorbis.c compile their code. A test that needs another JPEG decoder defines
 * STB_IMAGE_IMPLEMENTATION, STB_IMAGE_STATIC and STBI_ONLY_JPEG first; one that needs stb's
 * encoders defines STB_IMAGE_WRITE_IMPLEMENTATION and STB_IMAGE_WRITE_STATIC. */
#ifndef FORMATS_BASE_STB_H
#define FORMATS_BASE_STB_H

enum { STB_MAX_SIDE = 16384 }; /* side of an image, pixels */
#define STB_MAX_CHANNELS 2     /* channels of a sound */

/* These warnings are stb's. -Wunused-function is reported at the end of the file, so it stays off
 * in the files that compile the code. */
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

#ifdef STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#define STBIW_ASSERT(x) ((void)0)
#include <stb/stb_image_write.h>
#endif

/* NDEBUG in stb_vorbis.c disables its asserts. */
#define STB_VORBIS_NO_STDIO
#define STB_VORBIS_NO_PUSHDATA_API
#define STB_VORBIS_NO_INTEGER_CONVERSION
#define STB_VORBIS_MAX_CHANNELS STB_MAX_CHANNELS
#ifndef STB_VORBIS_IMPLEMENTATION
#define STB_VORBIS_HEADER_ONLY
#endif
/* Debian calls the file stb_vorbis.h, others by its upstream name. */
#if defined(__has_include)
#if !__has_include(<stb/stb_vorbis.h>)
#define STB_VORBIS_UPSTREAM_NAME
#endif
#endif
#ifdef STB_VORBIS_UPSTREAM_NAME
#include <stb/stb_vorbis.c>
#else
#include <stb/stb_vorbis.h>
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
