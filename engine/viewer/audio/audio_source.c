#include "engine/viewer/audio/audio_source.h"

#include <string.h>

void audio_reader_init(struct audio_reader *reader, const struct audio_source *source)
{
    reader->source = source ? *source : (struct audio_source){.mix = NULL};
    for (int i = 0; i < AUDIO_KEPT_BLOCKS; i++) {
        reader->kept[i] = -1;
    }
}

static const int16_t *get_block(struct audio_reader *r, int64_t block)
{
    const int place = (int)(block % AUDIO_KEPT_BLOCKS);
    int16_t *samples = r->samples[place];
    if (r->kept[place] != block) {
        r->kept[place] = block;
        if (r->source.mix(r->source.context, block, samples) < 0) {
            r->kept[place] = -1;
            memset(samples, 0, sizeof(r->samples[place]));
        }
    }
    return samples;
}

/* As many of the demo's samples as lie in one block. */
static int read_piece(struct audio_reader *r, int64_t first, int count, int16_t *out)
{
    if (!r->source.mix || first < 0) {
        count = !r->source.mix || first + count <= 0 ? count : (int)-first;
        memset(out, 0, (size_t)count * 2 * sizeof(*out));
        return count;
    }
    const int at = (int)(first % MIXER_BLOCK);
    const int piece = count < MIXER_BLOCK - at ? count : MIXER_BLOCK - at;
    memcpy(out, get_block(r, first / MIXER_BLOCK) + 2 * at, (size_t)piece * 2 * sizeof(*out));
    return piece;
}

void audio_reader_read(struct audio_reader *reader, int direction, int64_t first, int count,
                       int16_t *out)
{
    const int64_t lowest = direction > 0 ? first : -(first + count - 1);
    for (int done = 0; done < count;) {
        done += read_piece(reader, lowest + done, count - done, out + 2 * done);
    }
    if (direction > 0) {
        return;
    }
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int16_t pair[2];
        memcpy(pair, out + 2 * i, sizeof(pair));
        memcpy(out + 2 * i, out + 2 * j, sizeof(pair));
        memcpy(out + 2 * j, pair, sizeof(pair));
    }
}
