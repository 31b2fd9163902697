/* libFuzzer target: whole Quake III demos, detected by content, decoded, and encoded again. */
#include "tests/fuzz/stages/q3_stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const int found = q3_detect(data + 1, size - 1, NULL);
    q3_stage_file(found > 0 ? found : q3_stage_protocol(data[0]), data + 1, size - 1);
    return 0;
}
