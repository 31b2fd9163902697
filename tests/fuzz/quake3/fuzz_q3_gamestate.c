/* libFuzzer target: Quake III gamestates: arbitrary bits, and valid ones with changes. */
#include "tests/fuzz/stages/q3_stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] & 0x80) {
        q3_stage_message(data, size, Q3_GAMESTATE, true);
    } else {
        q3_stage_changes(data, size, 0);
    }
    return 0;
}
