/* Fuzz target: sound files from a pak to samples at the mix's rate.
 *
 * The properties reported for a sound match its samples, and loading it again gives the same
 * samples. Ogg is detected by content; everything else is read as WAV. */
#include <string.h>

#include "assets/sound_store.h"
#include "formats/base/bytes.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NAME_SIZE = 56, RATES = 3, LONGEST = 1 << 12 };

static const char names[2][NAME_SIZE] = {"sound/a.wav", "sound/b.wav"};

/* The same bytes under two names. */
static void write_pak(struct byte_writer *pak, const uint8_t *data, size_t size)
{
    byte_writer_bytes(pak, (const uint8_t *)"PACK", 4);
    byte_writer_u32(pak, (uint32_t)(12 + size));
    byte_writer_u32(pak, 2 * (NAME_SIZE + 8));
    byte_writer_bytes(pak, data, size);
    for (int i = 0; i < 2; i++) {
        byte_writer_bytes(pak, (const uint8_t *)names[i], NAME_SIZE);
        byte_writer_u32(pak, 12);
        byte_writer_u32(pak, (uint32_t)size);
    }
}

static uint32_t hash_samples(const struct pcm *pcm)
{
    uint32_t hash = 1;
    for (size_t i = 0; i < pcm->length; i++) {
        hash = hash * 31 + (uint16_t)pcm->samples[i];
    }
    return hash;
}

static void check_store(struct sound_store *store, uint32_t rate)
{
    uint32_t hash = 0;
    for (int round = 0; round < 3;
         round++) { /* the cache holds one: the third round loads it again */
        const struct sound_entry *entry = sound_store_find(store, names[round % 2]);
        require(entry != NULL);
        require(entry->loop_start >= PCM_NO_LOOP &&
                entry->loop_start < (int64_t)entry->frames + (entry->frames == 0));
        const int64_t length = entry->frames;
        if (length == 0 || length > LONGEST) {
            return;
        }
        const struct pcm *pcm = sound_store_samples(store, entry);
        require(pcm != NULL && pcm->channels == 1 && pcm->rate == rate);
        require(pcm->length == length && pcm->loop_start == entry->loop_start);
        require(round == 0 || hash == hash_samples(pcm));
        hash = hash_samples(pcm);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t rates[RATES] = {11025, 44100, 48000};
    struct byte_writer pak = {0};
    struct files *files = files_create(NULL, NULL);
    write_pak(&pak, data, size);
    if (!pak.failed && files && files_add_pak(files, "pak", pak.data, pak.size) == 0) {
        for (int step = 0; step < 2; step++) {
            const struct sound_store_options options = {
                .rate = rates[size % RATES], .step = step, .budget = 1};
            struct sound_store *store = sound_store_create(files, &options);
            require(store != NULL);
            check_store(store, options.rate);
            sound_store_destroy(store);
        }
    }
    files_destroy(files);
    byte_writer_free(&pak);
    return 0;
}
