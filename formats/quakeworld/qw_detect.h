/* Which of QuakeWorld's two containers some bytes are: neither has a header, nor says so.
 *
 * Both readings are tried over the first blocks, with their messages decoded. */
#ifndef FORMATS_QUAKEWORLD_QW_DETECT_H
#define FORMATS_QUAKEWORLD_QW_DETECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum qw_container { QW_CONTAINER_NONE, QW_CONTAINER_QWD, QW_CONTAINER_MVD };

/* The evidence for one reading. */
struct qw_reading {
    uint32_t blocks;   /* whole ones, with all their messages decoded */
    uint32_t messages; /* decoded */
    bool serverdata;   /* one of a supported protocol was among them, or begins where a cut is */
    bool
        unsupported; /* a serverdata of another protocol, or a message no decoder knows, ended it */
    bool clean;      /* no damage as far as was looked, or none but the end of the bytes */
    size_t end;      /* offset behind the last of the blocks */
};

struct qw_readings {
    struct qw_reading qwd, mvd;
};

/* The container these bytes are, as far as can be told: a reading needs a serverdata, or many
 * messages without damage. readings (may be NULL) are filled in any case. Looks at no more than
 * the first 64 blocks with messages. */
enum qw_container qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings);

#endif
