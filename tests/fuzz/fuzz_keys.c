/* Fuzz target: keys.conf, and the help text of the resulting key map. */
#include <stdint.h>
#include <string.h>

#include "engine/viewer/keys/keys.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_text(const char text[KEY_HELP_TEXT])
{
    size_t length = strnlen(text, KEY_HELP_TEXT);
    require(length > 0 && length < KEY_HELP_TEXT);
    for (size_t i = 0; i < length; i++) {
        require(text[i] >= ' ' && text[i] <= '~');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct key_map map = {0}; /* without the default keys: the help of few is faster */
    struct format_error err = {.what = ""};
    int bad = key_map_read(&map, (const char *)data, size, &err);
    require(bad < 0 || (bad > 0) == (err.what[0] != '\0'));
    require(err.offset <= size && map.count <= KEY_MAP_MAX);
    for (size_t i = 0; i < map.count; i++) {
        const struct key_binding *b = &map.bindings[i];
        require(b->action > ACTION_NONE && b->action < ACTIONS);
        require(b->amount >= -100000 && b->amount <= 100000);
        require(key_map_find(&map, b->key) == b);
    }
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    size_t lines = 0;
    for (; key_map_help(&map, lines, keys, what, NULL); lines++) {
        require_text(keys);
        require_text(what);
    }
    require(lines <= map.count);
    key_map_free(&map);
    return 0;
}
