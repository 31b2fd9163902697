#include "formats/media/pcm.h"

#include <stdlib.h>

void pcm_mix_down(struct pcm *pcm)
{
    if (pcm->channels != 2) {
        return;
    }
    for (uint32_t i = 0; i < pcm->length; i++) {
        const int sum = pcm->samples[2 * (size_t)i] + pcm->samples[2 * (size_t)i + 1];
        pcm->samples[i] = (int16_t)((sum - (sum & 1)) / 2); /* rounds down */
    }
    pcm->channels = 1;
}

void pcm_free(struct pcm *pcm)
{
    free(pcm->samples);
    *pcm = (struct pcm){.loop_start = PCM_NO_LOOP};
}
