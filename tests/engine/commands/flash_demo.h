/* Demos of more than an hour in which the picture changes at two known moments, at the beginning
 * and behind the hour, and nothing else does; with the change, a sound begins. Of each family. */
#ifndef TESTS_ENGINE_COMMANDS_FLASH_DEMO_H
#define TESTS_ENGINE_COMMANDS_FLASH_DEMO_H

#include "formats/base/bytes.h"

enum flash_demo_family {
    FLASH_DEMO_NETQUAKE,
    FLASH_DEMO_QUAKEWORLD, /* a .qwd */
    FLASH_DEMO_QUAKE3,     /* a .dm_68 */
    FLASH_DEMO_FAMILIES
};

/* The moments, in seconds of the demo: between frames of a film of 30 a second. */
#define FLASH_DEMO_FIRST 1.125
#define FLASH_DEMO_SECOND 3600.125

/* The sound below the folder of Quake's game data, and below Quake III's: heard from its first
 * sample on. */
#define FLASH_DEMO_SOUND "sound/click.wav"

/* Appends the demo to out. */
void flash_demo_write(struct byte_writer *out, enum flash_demo_family family);

#endif
