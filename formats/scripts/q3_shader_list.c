#include "formats/scripts/q3_shader_list.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/q3_lexer.h"

enum { FIRST_SLOTS = 64 };

static char fold_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)fold_char(name[i])) * 16777619u;
    }
    return hash;
}

static bool is_named(const struct q3_definition *d, const char *name, size_t length)
{
    if (d->name_length != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (fold_char(d->name[i]) != fold_char(name[i])) {
            return false;
        }
    }
    return true;
}

/* Hash slot of a name, or the empty slot for it. There is always an empty slot. */
static uint32_t *slot_of(const struct q3_shader_list *list, const char *name, size_t length)
{
    size_t at = hash_of(name, length) & (list->num_slots - 1);
    while (list->slots[at] && !is_named(&list->definitions[list->slots[at] - 1], name, length)) {
        at = (at + 1) & (list->num_slots - 1);
    }
    return &list->slots[at];
}

/* Of equal names in one file the first one wins, in several files the last file's. */
static void enter_shader(struct q3_shader_list *list, size_t number)
{
    const struct q3_definition *d = &list->definitions[number];
    uint32_t *slot = slot_of(list, d->name, d->name_length);
    if (*slot && list->definitions[*slot - 1].file == d->file) {
        return;
    }
    list->num_names += *slot == 0;
    *slot = (uint32_t)number + 1;
}

/* A table at least twice as large as there are definitions; those before `first` are in it. */
static int make_room(struct q3_shader_list *list, size_t first)
{
    size_t wanted = list->num_slots ? list->num_slots : FIRST_SLOTS;
    while (wanted < list->count * 2) {
        wanted *= 2;
    }
    if (wanted == list->num_slots) {
        return FORMAT_OK;
    }
    uint32_t *slots = calloc(wanted, sizeof(*slots));
    if (!slots) {
        return FORMAT_MEMORY;
    }
    free(list->slots);
    list->slots = slots;
    list->num_slots = wanted;
    list->num_names = 0;
    for (size_t i = 0; i < first; i++) {
        enter_shader(list, i);
    }
    return FORMAT_OK;
}

static bool is_word(const char *word, char c)
{
    return word[0] == c && word[1] == '\0';
}

/* Skips to after the brace that closes the one just read. Only braces that are separate tokens
 * count. */
static bool skip_body(struct q3_lexer *lexer, char word[Q3_WORD_SIZE])
{
    for (size_t depth = 1; depth > 0;) {
        if (!q3_lexer_next(lexer, word)) {
            return false;
        }
        depth += is_word(word, '{');
        depth -= is_word(word, '}');
    }
    return true;
}

static int fail_at_line(const struct q3_lexer *lexer, const char *text, const char *what,
                        struct format_error *err)
{
    return format_fail(err, FORMAT_BAD, (size_t)(lexer->at - text), "line %u: %s",
                       (unsigned)lexer->line, what);
}

static int read_file(struct q3_shader_list *list, const char *text, size_t size,
                     struct format_error *err)
{
    struct q3_lexer lexer = q3_lexer_make(text, size);
    char name[Q3_WORD_SIZE], word[Q3_WORD_SIZE];
    while (q3_lexer_next(&lexer, name)) {
        /* Comments inside a name are cut off when the text is read, though not in this check. */
        struct q3_lexer inside = q3_lexer_make(name, strlen(name));
        char tidy[Q3_WORD_SIZE];
        inside.compressed = true;
        if (array_reserve(&list->definitions, &list->capacity, list->count + 1,
                          sizeof(*list->definitions)) < 0 ||
            list->count >= UINT32_MAX / 2) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory (shaders)");
        }
        struct q3_definition *d = &list->definitions[list->count];
        *d = (struct q3_definition){.file = list->num_files};
        d->name = lexer.word;
        d->name_length = (uint32_t)(q3_lexer_next(&inside, tidy) ? strlen(tidy) : 0);
        if (!q3_lexer_next(&lexer, word) || !is_word(word, '{')) {
            return fail_at_line(&lexer, text, "a shader without an opening brace", err);
        }
        d->text = lexer.word;
        d->size = (size_t)(lexer.end - d->text);
        d->line = lexer.line;
        if (!skip_body(&lexer, word)) {
            return fail_at_line(&lexer, text, "a shader without a closing brace", err);
        }
        list->count++;
    }
    return FORMAT_OK;
}

int q3_shader_list_add(struct q3_shader_list *list, const void *text, size_t size,
                       struct format_error *err)
{
    const size_t first = list->count;
    int code = read_file(list, text ? text : "", size, err);
    if (code == FORMAT_OK && make_room(list, first) < 0) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (shaders)");
    }
    if (code < 0) {
        list->count = first;
    }
    for (size_t i = first; i < list->count; i++) {
        enter_shader(list, i);
    }
    list->num_files++;
    return code;
}

const struct q3_definition *q3_shader_list_find(const struct q3_shader_list *list, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);
    if (list->num_slots == 0) {
        return NULL;
    }
    const uint32_t *slot = slot_of(list, name, length);
    return *slot ? &list->definitions[*slot - 1] : NULL;
}

void q3_shader_list_free(struct q3_shader_list *list)
{
    free(list->definitions);
    free(list->slots);
    *list = (struct q3_shader_list){0};
}
