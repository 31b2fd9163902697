/* libFuzzer target: the .mvd container, its messages, and their way back to bytes. */
#include "tests/fuzz/stages/qw_stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qw_stage_run(QW_CONTAINER_MVD, data, size);
    return 0;
}
