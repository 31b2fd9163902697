/* Checks of the fuzz targets: abort() is what the fuzzer recognises as a finding. */
#ifndef TESTS_FUZZ_STAGES_REQUIRE_H
#define TESTS_FUZZ_STAGES_REQUIRE_H

#include <stdbool.h>
#include <stdlib.h>

static inline void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

#endif
