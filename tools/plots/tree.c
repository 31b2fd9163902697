#include "tools/plots/tree.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/json.h"

struct reader {
    const char *text;
    size_t size, at;
    struct format_error *err;
};

enum { NUMBER_BYTES = 64 };

static int read_value(struct reader *reader, struct tree *tree, int depth);

static int fail_at(const struct reader *reader, const char *what)
{
    const bool ended = reader->at >= reader->size;
    return format_fail(reader->err, ended ? FORMAT_TRUNCATED : FORMAT_BAD, reader->at, "%s", what);
}

static char skip_space(struct reader *reader)
{
    while (reader->at < reader->size && strchr(" \t\r\n", reader->text[reader->at])) {
        reader->at++;
    }
    return reader->at < reader->size ? reader->text[reader->at] : '\0';
}

static bool take_char(struct reader *reader, char wanted)
{
    const bool there = skip_space(reader) == wanted && reader->at < reader->size;
    reader->at += there;
    return there;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Behind a backslash; the character, or -1. */
static int read_escape(struct reader *reader)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char c = reader->at < reader->size ? reader->text[reader->at++] : '\0';
    const char *known = c != '\0' ? strchr(names, c) : NULL;
    if (known) {
        return (unsigned char)meant[known - names];
    }
    if (c != 'u' || reader->size - reader->at < 4) {
        return -1;
    }
    int code = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = hex_digit(reader->text[reader->at++]);
        if (digit < 0) {
            return -1;
        }
        code = code * 16 + digit;
    }
    return code > 0 && code < 256 ? code : '?';
}

/* From its quotation mark on. */
static int read_text(struct reader *reader, char **text)
{
    if (!take_char(reader, '"')) {
        return fail_at(reader, "a string is wanted");
    }
    size_t end = reader->at;
    while (end < reader->size && reader->text[end] != '"') {
        end += reader->text[end] == '\\' ? 2 : 1;
    }
    if (end >= reader->size) {
        reader->at = reader->size;
        return fail_at(reader, "a string does not end");
    }
    char *to = malloc(end - reader->at + 1); /* escapes are longer than what they mean */
    *text = to;
    if (!to) {
        return FORMAT_MEMORY;
    }
    while (reader->at < end) {
        int c = (unsigned char)reader->text[reader->at++];
        if (c == '\\' && (c = read_escape(reader)) < 0) {
            free(*text);
            *text = NULL;
            return fail_at(reader, "no such escape");
        }
        *to++ = (char)c;
    }
    *to = '\0';
    reader->at = end + 1;
    return 0;
}

static int read_number(struct reader *reader, struct tree *tree)
{
    char digits[NUMBER_BYTES];
    char *end;
    size_t length = 0;
    while (reader->at + length < reader->size && length + 1 < sizeof(digits) &&
           strchr("+-.0123456789eE", reader->text[reader->at + length])) {
        digits[length] = reader->text[reader->at + length];
        length++;
    }
    digits[length] = '\0';
    tree->kind = TREE_NUMBER;
    tree->number = strtod(digits, &end);
    if (length == 0 || *end != '\0') {
        return fail_at(reader, "a value is wanted");
    }
    reader->at += length;
    return 0;
}

/* null, true, false; else a number. */
static int read_word(struct reader *reader, struct tree *tree)
{
    static const struct {
        const char *word;
        enum tree_kind kind;
        double number;
    } words[] = {{"null", TREE_NULL, 0}, {"true", TREE_BOOL, 1}, {"false", TREE_BOOL, 0}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const size_t length = strlen(words[i].word);
        if (reader->size - reader->at >= length &&
            memcmp(reader->text + reader->at, words[i].word, length) == 0) {
            tree->kind = words[i].kind;
            tree->number = words[i].number;
            reader->at += length;
            return 0;
        }
    }
    return read_number(reader, tree);
}

/* Room for one more; it is empty, and counts. */
static struct tree *add_item(struct tree *tree, bool keyed)
{
    const size_t more = tree->count + 1;
    if (keyed) {
        char **keys = realloc(tree->keys, more * sizeof(*keys));
        if (!keys) {
            return NULL;
        }
        tree->keys = keys;
        keys[tree->count] = NULL;
    }
    struct tree *items = realloc(tree->items, more * sizeof(*items));
    if (!items) {
        return NULL;
    }
    tree->items = items;
    items[tree->count] = (struct tree){0};
    return &items[tree->count++];
}

/* Behind its bracket. */
static int read_items(struct reader *reader, struct tree *tree, int depth)
{
    const bool object = tree->kind == TREE_OBJECT;
    const char end = object ? '}' : ']';
    if (take_char(reader, end)) {
        return 0;
    }
    do {
        struct tree *item = add_item(tree, object);
        int code = item ? 0 : FORMAT_MEMORY;
        if (code == 0 && object) {
            code = read_text(reader, &tree->keys[tree->count - 1]);
            if (code == 0 && !take_char(reader, ':')) {
                code = fail_at(reader, "a colon is wanted");
            }
        }
        if (code == 0) {
            code = read_value(reader, item, depth + 1);
        }
        if (code != 0) {
            return code;
        }
    } while (take_char(reader, ','));
    return take_char(reader, end) ? 0 : fail_at(reader, "a comma or a bracket is wanted");
}

static int read_value(struct reader *reader, struct tree *tree, int depth)
{
    const char c = skip_space(reader);
    if (depth >= TREE_MAX_DEPTH) {
        return fail_at(reader, "too deep");
    }
    if (c == '{' || c == '[') {
        tree->kind = c == '{' ? TREE_OBJECT : TREE_ARRAY;
        reader->at++;
        return read_items(reader, tree, depth);
    }
    if (c == '"') {
        tree->kind = TREE_STRING;
        return read_text(reader, &tree->text);
    }
    return read_word(reader, tree);
}

int tree_read(struct tree *tree, const char *text, size_t size, struct format_error *err)
{
    struct reader reader = {.text = text, .size = size, .err = err};
    *tree = (struct tree){0};
    int code = read_value(&reader, tree, 0);
    if (code == 0) {
        (void)skip_space(&reader);
        code = reader.at == size ? 0 : fail_at(&reader, "more than one value");
    }
    if (code != 0) {
        tree_free(tree);
    }
    return code;
}

void tree_free(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        tree_free(&tree->items[i]);
        if (tree->keys) {
            free(tree->keys[i]);
        }
    }
    free(tree->items);
    free(tree->keys);
    free(tree->text);
    *tree = (struct tree){0};
}

static struct tree *find_member(const struct tree *object, const char *key)
{
    for (size_t i = 0; object && object->kind == TREE_OBJECT && i < object->count; i++) {
        if (strcmp(object->keys[i], key) == 0) {
            return &object->items[i];
        }
    }
    return NULL;
}

const struct tree *tree_get(const struct tree *object, const char *key)
{
    return find_member(object, key);
}

double tree_number(const struct tree *object, const char *key)
{
    const struct tree *member = find_member(object, key);
    return member && member->kind == TREE_NUMBER ? member->number : 0.0;
}

const char *tree_text(const struct tree *object, const char *key)
{
    const struct tree *member = find_member(object, key);
    return member && member->kind == TREE_STRING ? member->text : "";
}

int tree_join(struct tree *tree, struct tree *more)
{
    if (tree->kind != more->kind || (tree->kind != TREE_OBJECT && tree->kind != TREE_ARRAY)) {
        tree_free(tree);
        *tree = *more;
        *more = (struct tree){0};
        return 0;
    }
    for (size_t i = 0; i < more->count; i++) {
        struct tree *own = tree->kind == TREE_OBJECT ? find_member(tree, more->keys[i]) : NULL;
        if (own) {
            if (tree_join(own, &more->items[i]) != 0) {
                return FORMAT_MEMORY;
            }
            continue;
        }
        own = add_item(tree, tree->kind == TREE_OBJECT);
        if (!own) {
            return FORMAT_MEMORY;
        }
        *own = more->items[i];
        more->items[i] = (struct tree){0};
        if (tree->kind == TREE_OBJECT) {
            tree->keys[tree->count - 1] = more->keys[i];
            more->keys[i] = NULL;
        }
    }
    tree_free(more);
    return 0;
}

static void write_value(const struct tree *tree, struct json_writer *json, const char *key)
{
    const bool object = tree->kind == TREE_OBJECT;
    switch (tree->kind) {
    case TREE_NULL:
        json_null(json, key);
        break;
    case TREE_BOOL:
        json_bool(json, key, tree->number != 0.0);
        break;
    case TREE_NUMBER:
        json_number(json, key, tree->number);
        break;
    case TREE_STRING:
        json_string(json, key, tree->text);
        break;
    case TREE_ARRAY:
    case TREE_OBJECT:
        (object ? json_begin_object : json_begin_array)(json, key);
        for (size_t i = 0; i < tree->count; i++) {
            write_value(&tree->items[i], json, object ? tree->keys[i] : NULL);
        }
        (object ? json_end_object : json_end_array)(json);
        break;
    }
}

void tree_write(const struct tree *tree, FILE *out)
{
    struct json_writer json = {.out = out};
    write_value(tree, &json, NULL);
    fputc('\n', out);
}
