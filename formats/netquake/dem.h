/* The container of NetQuake demos: a CD track line, then blocks of messages (DEM 1.0.9 section 6).
 *
 * A view over the file's bytes: nothing is copied or owned; the bytes must outlive every struct
 * here.
 * The messages inside a block are nq_message.h's business. */
#ifndef FORMATS_NETQUAKE_DEM_H
#define FORMATS_NETQUAKE_DEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    DEM_BLOCK_HEADER = 16,     /* int32 size, float32 angles[3] */
    DEM_MAX_BLOCK_SIZE = 65536 /* larger ones are damage; protocol 15 servers send at most 8000 */
};

/* Interpretation of the track line (section 6.1). Real files use all of these. */
enum dem_track_style {
    DEM_TRACK_LINE,  /* digits up to '\n', read digit by digit (1.09) */
    DEM_TRACK_SCANF, /* a number and a run of any white space, as scanf("%i\n") reads it */
    DEM_TRACK_NONE,  /* no track line at all: the first byte begins a block */
    DEM_TRACK_STYLES
};

/* One interpretation of the first bytes, and the length of the chain of blocks after it. */
struct dem_reading {
    bool possible; /* the bytes allow this interpretation */
    bool clean; /* at least one block with messages, and the chain ends with the file or is too long
                   to be accidental */
    int track;  /* CD track by this interpretation (DEM_TRACK_LINE wraps like Quake 1.09's loop) */
    size_t first_block; /* offset */
    size_t end;         /* offset after the last complete block that was checked */
    size_t blocks;      /* number of complete blocks with messages before `end` */
};

struct dem_file {
    const uint8_t *data;
    size_t size;
    size_t first_block; /* offset of the first block = length of the track line as found */
    enum dem_track_style style;
    int track;                                     /* -1 = the level's track */
    struct dem_reading readings[DEM_TRACK_STYLES]; /* the evidence `style` was chosen by */
};

struct dem_block {
    size_t offset;   /* file offset of the block's header */
    float angles[3]; /* pitch, yaw, roll of the recorder's view, degrees */
    const uint8_t *messages;
    uint32_t size; /* bytes of messages */
};

/* Detects the track line: takes the first possible interpretation (in the order of enum
 * dem_track_style) whose blocks follow each other to the end of the file; in a damaged file the one
 * whose blocks go furthest. A line with more than a number that two interpretations end at the same
 * byte ("-1\r\n") is DEM_TRACK_SCANF, which yields the number meant. FORMAT_UNKNOWN: not a .dem
 * (err names other games' demos). */
int dem_open(struct dem_file *dem, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;

/* Reads the block at *pos (start with dem->first_block) and advances *pos. 1 = a block, 0 = clean
 * end of the file, negative = damaged (block is not set, *pos unchanged). */
int dem_next_block(const struct dem_file *dem, size_t *pos, struct dem_block *block,
                   struct format_error *err) MUST_CHECK;

/* Appends a track line as Quake 1.09 writes it ("-1\n"). */
void dem_write_track(struct byte_writer *out, int track);
/* Appends the demo's track line as it is; where no line end closes it, as dem_write_track does: the
 * size of another first block may begin with a digit or a blank. */
void dem_copy_track(struct byte_writer *out, const struct dem_file *dem);
/* Appends one block with the given messages. */
void dem_write_block(struct byte_writer *out, const float angles[3], const uint8_t *messages,
                     uint32_t size);

#endif
