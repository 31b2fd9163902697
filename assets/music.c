#include "assets/music.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/resample.h"
#include "formats/media/vorbis.h"
#include "formats/media/wav.h"

enum { NAME_BYTES = 256, PART = 512 /* frames that are made at once */ };

struct music {
    struct files *files;
    char name[NAME_BYTES]; /* file name */
    uint32_t rate;
    bool step;
    struct vorbis *vorbis; /* or NULL: */
    struct pcm wav;
    struct resample_kernel kernel; /* where it is needed */
    uint32_t length;               /* output length, frames; 0 = not known yet */
    bool once;                     /* it is an intro: */
    struct music *next;            /* track after the intro; NULL = silence */
    int16_t part[2 * PART];
};

/* --- the file --------------------------------------------------------------------------------- */

/* The file of the strongest directory, and its name. */
static int find_file(struct files *files, const char *name, char found[NAME_BYTES],
                     struct files_ref *ref)
{
    char ogg[NAME_BYTES], wav[NAME_BYTES];
    const int length = snprintf(ogg, sizeof(ogg), "%s.ogg", name);
    if (length < 0 || length >= NAME_BYTES) {
        return FORMAT_MISSING;
    }
    snprintf(wav, sizeof(wav), "%s.wav", name);
    int code = files_get_beside(files, ogg, wav, ref);
    const char *of = ogg;
    if (code == FORMAT_MISSING) {
        code = files_get(files, wav, ref);
        of = wav;
    }
    memcpy(found, of, NAME_BYTES);
    return code;
}

/* Notes damage; only want of memory is the caller's affair. */
static int report_damage(struct music *m, int code, const struct format_error *err)
{
    if (code < 0 && code != FORMAT_MEMORY) {
        files_report_damage(m->files, m->name, err);
    }
    return code;
}

static const struct pcm *get_source(const struct music *m)
{
    return m->vorbis ? vorbis_pcm(m->vorbis) : &m->wav;
}

/* Its length, when all of it is there. */
static void end_at(struct music *m, uint32_t frames)
{
    const struct pcm whole = {
        .channels = 1, .rate = get_source(m)->rate, .length = frames, .loop_start = PCM_NO_LOOP};
    m->length = frames > 0 ? resample_step_extent(&whole, m->rate).frames : 0;
}

static int read_file(struct music *m, const struct files_ref *ref, struct format_error *err)
{
    const bool ogg = ref->size >= 4 && memcmp(ref->data, "OggS", 4) == 0;
    int code = ogg ? vorbis_open(&m->vorbis, ref->data, ref->size, err)
                   : wav_read(&m->wav, ref->data, ref->size, PCM_AS_IS, err);
    if (code == FORMAT_OK && !m->step && get_source(m)->rate != m->rate) {
        code = resample_kernel_make(&m->kernel, get_source(m)->rate, m->rate, err);
    }
    if (code == FORMAT_OK && !ogg) {
        end_at(m, m->wav.length);
        if (m->length == 0) {
            code = format_fail(err, FORMAT_BAD, 0, "music that is too long");
        }
    }
    return code;
}

static int open_one(struct music **music, struct files *files, const char *name, uint32_t rate,
                    bool step)
{
    struct files_ref ref;
    struct format_error err = {0};
    struct music *m = calloc(1, sizeof(*m));
    *music = NULL;
    if (!m) {
        return FORMAT_MEMORY;
    }
    *m = (struct music){.files = files, .rate = rate, .step = step};
    int code = find_file(files, name, m->name, &ref);
    if (code == FORMAT_OK) {
        code = report_damage(m, read_file(m, &ref, &err), &err);
        files_release(files, &ref);
    }
    if (code < 0) {
        music_close(m);
        return code == FORMAT_MEMORY ? code : FORMAT_OK;
    }
    *music = m;
    return FORMAT_OK;
}

int music_open(struct music **music, struct files *files, const char *name, uint32_t rate,
               bool step)
{
    char intro[NAME_BYTES];
    const char *end = strchr(name, '\n');
    const size_t length = end ? (size_t)(end - name) : 0;
    if (!end) {
        return open_one(music, files, name, rate, step);
    }
    *music = NULL;
    if (length >= sizeof(intro)) {
        return FORMAT_OK; /* no file has such a name */
    }
    memcpy(intro, name, length);
    intro[length] = '\0';
    struct music *next = NULL;
    int code = open_one(music, files, intro, rate, step);
    if (code == FORMAT_OK && *music) {
        code = open_one(&next, files, end + 1, rate, step);
        (*music)->once = true;
        (*music)->next = next;
    }
    if (code < 0) {
        music_close(*music);
        *music = NULL;
    }
    return code;
}

void music_close(struct music *m)
{
    if (m) {
        music_close(m->next);
        vorbis_close(m->vorbis);
        pcm_free(&m->wav);
        resample_kernel_free(&m->kernel);
        free(m);
    }
}

/* --- samples ---------------------------------------------------------------------------------- */

/* Decodes what the samples before `end` are made of; beyond the end, its length is known then. Of a
 * track that turns out damaged the good part is all. 0 or FORMAT_MEMORY. */
static int read_until(struct music *m, int64_t end)
{
    struct format_error err = {0};
    if (!m->vorbis || m->length > 0) {
        return FORMAT_OK;
    }
    const uint64_t needed = (uint64_t)end * get_source(m)->rate / m->rate + 1 +
                            (m->kernel.taps > 0 ? m->kernel.taps : 0);
    const int code =
        vorbis_decode(m->vorbis, needed < VORBIS_MAX_FRAMES ? (uint32_t)needed : UINT32_MAX, &err);
    if (code == FORMAT_MEMORY) {
        return code;
    }
    if (code <= 0) {
        (void)report_damage(m, code, &err);
        end_at(m, get_source(m)->length);
        if (m->length == 0) { /* nothing of it */
            m->length = 1;
        }
    }
    return FORMAT_OK;
}

/* At most PART frames as the file has its channels, all before its end. */
static int make_part(struct music *m, uint32_t first, uint32_t count)
{
    const struct pcm *in = get_source(m);
    struct format_error err;
    if (!m->step) {
        return resample_sinc_part(m->part, in, m->rate, &m->kernel, first, count, &err);
    }
    const int scale = in->width == 1 ? 256 : 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t from = (uint64_t)(first + i) * in->rate / m->rate;
        for (int c = 0; c < in->channels; c++) {
            const size_t at = (size_t)from * (size_t)in->channels + (size_t)c;
            m->part[i * (uint32_t)in->channels + (uint32_t)c] =
                (int16_t)(from < in->length ? in->samples[at] * scale : 0);
        }
    }
    return FORMAT_OK;
}

int music_read(struct music *m, int64_t position, uint32_t frames, int16_t *out)
{
    const int second = get_source(m)->channels - 1; /* what the right ear gets */
    while (frames > 0) {
        const int64_t most = (int64_t)UINT32_MAX - PART;
        position = m->length > 0 && !m->once ? position % m->length : position;
        if (read_until(m, (position < most ? position : most) + PART) < 0) {
            return FORMAT_MEMORY;
        }
        if (m->once && m->length > 0 && position >= m->length) {
            if (m->next) {
                return music_read(m->next, position - m->length, frames, out);
            }
            memset(out, 0, (size_t)frames * 2 * sizeof(*out));
            return FORMAT_OK;
        }
        position = m->length > 0 ? position % m->length : position;
        uint32_t count = frames < PART ? frames : PART;
        if (m->length > 0 && m->length - position < count) {
            count = (uint32_t)(m->length - position);
        }
        if (make_part(m, (uint32_t)position, count) < 0) {
            return FORMAT_MEMORY;
        }
        for (uint32_t i = 0; i < count; i++) {
            const int16_t *from = m->part + i * (uint32_t)(second + 1);
            *out++ = from[0];
            *out++ = from[second];
        }
        position += count;
        frames -= count;
    }
    return FORMAT_OK;
}
