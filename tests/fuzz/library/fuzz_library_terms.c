/* Fuzz target: terms of a search, a line each. What is accepted makes a statement that SQLite takes
 * and that finds nothing it should not; and playlists, which the same bytes are read as.
 *
 * Input: the lines. */
#include <stdlib.h>
#include <string.h>

#include "engine/library/library_find.h"
#include "formats/text/playlist.h"
#include "tests/fuzz/stages/temp_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A catalogue without demos, open all the time. */
static struct library *open_empty(void)
{
    static struct library *library;
    struct format_error err;
    if (!library) {
        temp_open();
        snprintf(temp_file, sizeof(temp_file), "%s/c.sqlite", temp_folder);
        require(library_open(&library, temp_file, LIBRARY_WRITE, &err) == 0);
    }
    return library;
}

static void check_playlist(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *name;
    size_t length, at = 0, before = 0;
    while (playlist_next(text, size, &at, &name, &length)) {
        require(at > before && at <= size && length > 0);
        require(name >= text && name + length <= text + size);
        char *copy = strndup(name, length);
        require(copy && playlist_may_have(copy));
        free(copy);
        before = at;
    }
    require(at == size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct library_terms terms;
    struct format_error err = {0};
    struct library_rows *rows;
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    terms = (struct library_terms){0};
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const size_t count = terms.count;
        const int code = library_terms_add(&terms, line, &err);
        require(code == 0 || (code == FORMAT_BAD && err.what[0] != '\0'));
        require(terms.count == count + (code == 0));
    }
    require(library_find(&rows, open_empty(), &terms, &err) == 0);
    const int code = library_rows_next(rows, &err);
    require(code == 0 || (code < 0 && size > 10000)); /* a pattern may be too long */
    library_rows_free(rows);
    free(text);
    check_playlist(data, size);
    return 0;
}
