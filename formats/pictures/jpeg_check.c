#include "formats/pictures/jpeg_check.h"

enum {
    TABLES = 4,
    COMPONENTS = 4,
    CODES = 256, /* symbols of a Huffman table at most */
    LENGTHS = 16,
    /* markers */
    SOF_BASELINE = 0xc0,
    SOF_PROGRESSIVE = 0xc2,
    DHT = 0xc4,
    RST0 = 0xd0,
    RST7 = 0xd7,
    EOI = 0xd9,
    SOS = 0xda,
    DQT = 0xdb
};

struct walk {
    const uint8_t *data;
    size_t size;
    struct format_error *err;
    bool tables[2][TABLES]; /* Huffman's for DC and AC are there */
    bool scales[TABLES];    /* quantisation */
    bool framed, progressive;
    unsigned num_components;
    uint8_t ids[COMPONENTS], scale_of[COMPONENTS];
    bool seen[COMPONENTS]; /* appeared in a scan of its DC coefficients */
    unsigned scans;
};

bool jpeg_is(const uint8_t *data, size_t size)
{
    return size >= 3 && data[0] == 0xff && data[1] == 0xd8 && data[2] == 0xff;
}

static int fail_walk(const struct walk *w, size_t at, const char *what)
{
    return format_fail(w->err, FORMAT_BAD, at, "a JPEG with %s", what);
}

static int read_codes(struct walk *w, size_t at, size_t end)
{
    while (at < end) {
        const unsigned kind = w->data[at] >> 4, table = w->data[at] & 15;
        size_t codes = 0;
        if (kind > 1 || table >= TABLES || end - at < 1 + LENGTHS) {
            return fail_walk(w, at, "a damaged Huffman table");
        }
        for (size_t i = 1; i <= LENGTHS; i++) {
            codes += w->data[at + i];
        }
        if (codes > CODES || codes > end - at - 1 - LENGTHS) {
            return fail_walk(w, at, "a Huffman table with too many codes");
        }
        w->tables[kind][table] = true;
        at += 1 + LENGTHS + codes;
    }
    return FORMAT_OK;
}

static int read_scales(struct walk *w, size_t at, size_t end)
{
    while (at < end) {
        const unsigned wide = w->data[at] >> 4, table = w->data[at] & 15;
        const size_t bytes = 1 + (wide ? 128 : 64);
        if (wide > 1 || table >= TABLES || end - at < bytes) {
            return fail_walk(w, at, "a damaged quantisation table");
        }
        w->scales[table] = true;
        at += bytes;
    }
    return FORMAT_OK;
}

/* Precision, height, width, then id, sampling and table of each component. */
static int read_frame(struct walk *w, size_t at, size_t end, bool progressive)
{
    unsigned across = 0, down = 0;
    const size_t count = end - at >= 6 ? w->data[at + 5] : 0;
    if (w->framed || count < 1 || count > COMPONENTS || end - at != 6 + 3 * count) {
        return fail_walk(w, at, "a damaged frame header");
    }
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *c = w->data + at + 6 + 3 * (size_t)i;
        w->ids[i] = c[0];
        w->scale_of[i] = c[2];
        across = c[1] >> 4 > across ? c[1] >> 4 : across;
        down = (c[1] & 15u) > down ? c[1] & 15u : down;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *c = w->data + at + 6 + 3 * (size_t)i;
        const unsigned h = c[1] >> 4, v = c[1] & 15u;
        if (h == 0 || v == 0 || across % h != 0 || down % v != 0 || c[2] >= TABLES) {
            return fail_walk(w, at, "unsupported component sampling");
        }
    }
    w->framed = true;
    w->progressive = progressive;
    w->num_components = (unsigned)count;
    return FORMAT_OK;
}

static int read_scan(struct walk *w, size_t at, size_t end)
{
    const size_t count = at < end ? w->data[at] : 0;
    if (!w->framed || count < 1 || count > w->num_components || end - at != 4 + 2 * count) {
        return fail_walk(w, at, "a damaged scan header");
    }
    if (++w->scans > JPEG_SCANS) {
        return fail_walk(w, at, "too many scans");
    }
    const uint8_t *range = w->data + at + 1 + 2 * count; /* first, last, refinement */
    const bool dc = range[0] == 0;
    const bool refined = range[2] >> 4 != 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *c = w->data + at + 1 + 2 * i;
        const unsigned dc_table = c[1] >> 4, ac_table = c[1] & 15u;
        unsigned which = 0;
        while (which < w->num_components && w->ids[which] != c[0]) {
            which++;
        }
        if (which == w->num_components || dc_table >= TABLES || ac_table >= TABLES ||
            !w->scales[w->scale_of[which]]) {
            return fail_walk(w, at, "a scan of a missing component");
        }
        const bool needs_dc = !w->progressive || (dc && !refined);
        const bool needs_ac = !w->progressive || !dc;
        if ((needs_dc && !w->tables[0][dc_table]) || (needs_ac && !w->tables[1][ac_table])) {
            return fail_walk(w, at, "a scan without its Huffman table");
        }
        if (!needs_dc && !w->seen[which]) {
            return fail_walk(w, at, "a scan before its first DC scan");
        }
        w->seen[which] = true;
    }
    return FORMAT_OK;
}

/* Behind a scan's data: where the next marker begins. */
static size_t skip_data(const struct walk *w, size_t at)
{
    while (w->size - at >= 2) {
        const uint8_t next = w->data[at + 1];
        if (w->data[at] == 0xff && next != 0 && next != 0xff && !(next >= RST0 && next <= RST7)) {
            break;
        }
        at++;
    }
    return at;
}

static int read_segment(struct walk *w, unsigned marker, size_t at, size_t end)
{
    switch (marker) {
    case DHT:
        return read_codes(w, at, end);
    case DQT:
        return read_scales(w, at, end);
    case SOF_BASELINE:
    case SOF_BASELINE + 1:
    case SOF_PROGRESSIVE:
        return read_frame(w, at, end, marker == SOF_PROGRESSIVE);
    case SOS:
        return read_scan(w, at, end);
    default:
        return FORMAT_OK;
    }
}

int jpeg_check(const uint8_t *data, size_t size, struct format_error *err)
{
    struct walk w = {.data = data, .size = size, .err = err};
    size_t at = 2; /* after the first marker, which has no segment */
    while (size - at >= 4) {
        if (data[at] != 0xff || data[at + 1] == 0xff) {
            at++; /* between segments anything may lie */
            continue;
        }
        const unsigned marker = data[at + 1];
        const size_t length = (size_t)data[at + 2] << 8 | data[at + 3];
        if (marker == EOI) {
            break;
        }
        if (length < 2 || length > size - at - 2) {
            return format_fail(err, FORMAT_TRUNCATED, at, "a JPEG segment of %zu bytes", length);
        }
        const int code = read_segment(&w, marker, at + 4, at + 2 + length);
        if (code < 0) {
            return code;
        }
        at += 2 + length;
        if (marker == SOS) {
            at = skip_data(&w, at);
        }
    }
    for (unsigned i = 0; i < w.num_components; i++) {
        if (!w.seen[i]) {
            return fail_walk(&w, size, "a component without a scan");
        }
    }
    return w.scans > 0 ? FORMAT_OK
                       : format_fail(err, FORMAT_TRUNCATED, size, "a JPEG without a scan");
}
