/* What has to hold whatever a fuzzer made up: it takes an abort for a finding. */
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
