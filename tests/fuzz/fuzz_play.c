/* Fuzz target: NetQuake demos from their bytes to pictures; see play_stage.h. */
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/fuzz/stages/play_stage.h"

static struct play_stage play;

/* Mostly changes one block's messages, so that the others are still found. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    struct dem_file dem;
    struct dem_block block;
    uint32_t number = seed;
    if (next_random(&number) % 4 == 0 || dem_open(&dem, data, size, NULL) < 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    size_t target = size > 0 ? next_random(&number) % size : 0;
    size_t pos = dem.first_block;
    while (dem_next_block(&dem, &pos, &block, NULL) > 0) {
        if (pos > target) {
            size_t start = block.offset + DEM_BLOCK_HEADER;
            stage_mutate_part(data + start, block.size, NQ_NOP);
            return size;
        }
    }
    return LLVMFuzzerMutate(data, size, max_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    play_demo(&play, data, size, stage_seed(data, size));
    return 0;
}
