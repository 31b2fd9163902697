/* The family of demos some bytes are opened as. */
#ifndef TESTS_SUPPORT_FAMILY_OF_H
#define TESTS_SUPPORT_FAMILY_OF_H

#include "engine/playback/families.h"

static inline const struct demo_family *family_of(const uint8_t *data, size_t size,
                                                  const char *name)
{
    struct demo demo;
    (void)demo_open(&demo, data, size, name);
    const struct demo_family *family = demo.family;
    demo_close(&demo);
    return family;
}

#endif
