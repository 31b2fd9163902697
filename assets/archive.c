#include "assets/archive.h"

#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"

static int compare_earlier_first(const void *a, const void *b)
{
    const struct archive_name *x = a;
    const struct archive_name *y = b;
    const int order = strcmp(x->text, y->text);
    if (order) {
        return order;
    }
    return x->place < y->place ? -1 : x->place > y->place;
}

static int compare_later_first(const void *a, const void *b)
{
    const struct archive_name *x = a;
    const struct archive_name *y = b;
    const int order = strcmp(x->text, y->text);
    if (order) {
        return order;
    }
    return x->place > y->place ? -1 : x->place < y->place;
}

/* Puts a name behind those before; *used counts the bytes of texts. */
static void add_name(struct archive *a, size_t *used, const char *name, size_t length, size_t place)
{
    char *text = a->texts + *used;
    for (size_t i = 0; i < length; i++) {
        text[i] = a->kind != ARCHIVE_PAK && name[i] == '\\' ? '/' : name_lower(name[i]);
    }
    text[length] = '\0';
    *used += length + 1;
    a->names[a->count++] = (struct archive_name){text, place};
}

/* Room for the names; bytes: of their texts, NULs included. */
static int make_room(struct archive *a, size_t names, size_t bytes, struct format_error *err)
{
    a->names = calloc(names + 1, sizeof(*a->names));
    a->texts = malloc(bytes + 1);
    if (!a->names || !a->texts) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    return FORMAT_OK;
}

static int index_pak(struct archive *a, archive_damage_fn damage, void *context,
                     struct format_error *err)
{
    struct pak_member member;
    struct format_error inner = {0};
    size_t used = 0;
    const int code =
        make_room(a, a->pak.num_members, (size_t)a->pak.num_members * sizeof(member.name), err);
    for (uint32_t i = 0; code == 0 && i < a->pak.num_members; i++) {
        if (pak_get(&a->pak, i, &member, &inner) < 0) {
            damage(context, &inner);
        } else {
            add_name(a, &used, member.name, strlen(member.name), i);
        }
    }
    return code;
}

static int index_zip(struct archive *a, archive_damage_fn damage, void *context,
                     struct format_error *err)
{
    struct zip_member member;
    struct format_error inner = {0};
    size_t pos = a->zip.directory, used = 0;
    uint64_t bytes = 0;
    /* An entry is longer than its name and a NUL. */
    const int code = make_room(a, a->zip.num_members, a->zip.directory_end - pos, err);
    int more;
    while (code == 0 && (more = zip_next(&a->zip, &pos, &member, &inner)) != 0) {
        bytes += more > 0 ? member.packed_size : 0;
        if (more < 0) {
            damage(context, &inner);
        } else if (bytes > a->zip.directory) {
            /* So small files would become large without end; those before count. */
            format_fail(&inner, FORMAT_BAD, member.at, "members overlap");
            damage(context, &inner);
            break;
        } else if (a->count < a->zip.num_members &&
                   !memchr(member.name, '\0', member.name_length)) {
            add_name(a, &used, member.name, member.name_length, member.at);
        }
    }
    return code;
}

static int index_dzip(struct archive *a, archive_damage_fn damage, void *context,
                      struct format_error *err)
{
    struct dzip_member member;
    struct format_error inner = {0};
    size_t pos = a->dzip.directory, used = 0;
    uint64_t bytes = 0;
    const int code = make_room(a, a->dzip.num_entries, a->dzip.directory_end - pos, err);
    int more;
    while (code == 0 && (more = dzip_next(&a->dzip, &pos, &member, &inner)) != 0) {
        bytes += more > 0 ? member.packed_size : 0;
        if (more < 0) {
            damage(context, &inner);
        } else if (bytes > a->dzip.directory) { /* as a zip's */
            format_fail(&inner, FORMAT_BAD, member.at, "members overlap");
            damage(context, &inner);
            break;
        } else {
            add_name(a, &used, member.name, member.name_length, member.at);
        }
    }
    return code;
}

/* An archive that is no pak. */
static int open_packed(struct archive *a, const struct byte_source *source,
                       archive_damage_fn damage, void *context, struct format_error *err)
{
    struct format_error inner = {0};
    int code = zip_open(&a->zip, source, err);
    if (code == FORMAT_OK) {
        a->kind = ARCHIVE_ZIP;
        return index_zip(a, damage, context, err);
    }
    if (code != FORMAT_UNKNOWN) {
        return code;
    }
    code = dzip_open(&a->dzip, source, &inner);
    if (code < 0) {
        return code == FORMAT_UNKNOWN && inner.offset == 0
                   ? format_fail(err, code, 0, "neither a PAK, a ZIP nor a Dzip file, or cut")
                   : format_fail(err, code, inner.offset, "%s", inner.what);
    }
    a->kind = ARCHIVE_DZIP;
    return index_dzip(a, damage, context, err);
}

int archive_open(struct archive *a, const struct byte_source *source, archive_damage_fn damage,
                 void *context, struct format_error *err)
{
    *a = (struct archive){0};
    struct format_error inner = {0};
    int code = pak_open(&a->pak, source, &inner);
    if (code == FORMAT_UNKNOWN) {
        code = open_packed(a, source, damage, context, err);
    } else if (code < 0 && a->pak.num_members == 0) {
        return format_fail(err, code, inner.offset, "%s", inner.what);
    } else {
        if (code < 0) {
            damage(context, &inner);
        }
        code = index_pak(a, damage, context, err);
    }
    if (code == 0 && a->count > 1) {
        qsort(a->names, a->count, sizeof(*a->names),
              a->kind != ARCHIVE_PAK ? compare_later_first : compare_earlier_first);
    }
    return code;
}

void archive_close(struct archive *a)
{
    pak_close(&a->pak);
    zip_close(&a->zip);
    dzip_close(&a->dzip);
    free(a->names);
    free(a->texts);
    *a = (struct archive){0};
}

static int load_zip(const struct archive *a, size_t place, const uint8_t **data, size_t *size,
                    uint8_t **owned, struct format_error *err)
{
    struct zip_member member;
    size_t pos = place;
    int code = zip_next(&a->zip, &pos, &member, err);
    if (code <= 0) {
        return code < 0 ? code : FORMAT_MISSING;
    }
    *owned = malloc(member.size + 1);
    if (!*owned) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    code = zip_read(&a->zip, &member, *owned, err);
    if (code < 0) {
        free(*owned);
        *owned = NULL;
        return code;
    }
    *data = *owned;
    *size = member.size;
    return FORMAT_OK;
}

static int load_dzip(const struct archive *a, size_t place, const uint8_t **data, size_t *size,
                     uint8_t **owned, struct format_error *err)
{
    struct dzip_member member;
    size_t pos = place;
    int code = dzip_next(&a->dzip, &pos, &member, err);
    if (code <= 0) {
        return code < 0 ? code : FORMAT_MISSING;
    }
    *owned = malloc(member.size + 1);
    if (!*owned) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    code = dzip_read(&a->dzip, &member, *owned, err);
    if (code < 0) {
        free(*owned);
        *owned = NULL;
        return code;
    }
    *data = *owned;
    *size = member.size;
    return FORMAT_OK;
}

/* The first name that is not less. */
static size_t lower_bound(const struct archive *a, const char *name)
{
    size_t low = 0;
    size_t high = a->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(a->names[middle].text, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

ptrdiff_t archive_find(const struct archive *a, const char *name)
{
    const size_t at = lower_bound(a, name);
    return at < a->count && strcmp(a->names[at].text, name) == 0 ? (ptrdiff_t)at : -1;
}

struct numbered { /* a member, to be sorted by its place */
    size_t number, place;
};

static int compare_places(const void *a, const void *b)
{
    const size_t x = ((const struct numbered *)a)->place, y = ((const struct numbered *)b)->place;
    return x < y ? -1 : x > y;
}

size_t *archive_list(const struct archive *a, const char *start, size_t *count)
{
    const size_t first = lower_bound(a, start), length = strlen(start);
    size_t end = first;
    while (end < a->count && strncmp(a->names[end].text, start, length) == 0) {
        end++;
    }
    *count = end - first;
    struct numbered *members = calloc(*count + 1, sizeof(*members));
    size_t *numbers = calloc(*count + 1, sizeof(*numbers));
    if (!members || !numbers) {
        free(members);
        free(numbers);
        return NULL;
    }
    for (size_t i = 0; i < *count; i++) {
        members[i] = (struct numbered){first + i, a->names[first + i].place};
    }
    qsort(members, *count, sizeof(*members), compare_places);
    for (size_t i = 0; i < *count; i++) {
        numbers[i] = members[i].number;
    }
    free(members);
    return numbers;
}

static int load_pak(const struct archive *a, size_t place, const uint8_t **data, size_t *size,
                    uint8_t **owned, struct format_error *err)
{
    struct pak_member member;
    int code = pak_get(&a->pak, (uint32_t)place, &member, err);
    if (code == FORMAT_OK && !member.data) {
        *owned = malloc(member.size ? member.size : 1);
        code = *owned ? pak_read(&a->pak, &member, *owned, err)
                      : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (code < 0) {
        free(*owned);
        *owned = NULL;
        return code;
    }
    *data = member.data ? member.data : *owned;
    *size = member.size;
    return FORMAT_OK;
}

int archive_load_at(const struct archive *a, size_t at, const uint8_t **data, size_t *size,
                    uint8_t **owned, struct format_error *err)
{
    *owned = NULL;
    const size_t place = a->names[at].place;
    return a->kind == ARCHIVE_ZIP    ? load_zip(a, place, data, size, owned, err)
           : a->kind == ARCHIVE_DZIP ? load_dzip(a, place, data, size, owned, err)
                                     : load_pak(a, place, data, size, owned, err);
}

int archive_load(const struct archive *a, const char *name, const uint8_t **data, size_t *size,
                 uint8_t **owned, struct format_error *err)
{
    const ptrdiff_t at = archive_find(a, name);
    *owned = NULL;
    return at < 0 ? FORMAT_MISSING : archive_load_at(a, (size_t)at, data, size, owned, err);
}
