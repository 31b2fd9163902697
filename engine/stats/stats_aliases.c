#include "engine/stats/stats_aliases.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

struct text {
    const uint8_t *data;
    size_t size, pos;
};

static bool is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Past spaces, and past a comment. */
static void skip_spaces(struct text *text)
{
    while (text->pos < text->size && is_space(text->data[text->pos])) {
        text->pos++;
    }
    if (text->pos < text->size && text->data[text->pos] == '#') {
        while (text->pos < text->size && text->data[text->pos] != '\n') {
            text->pos++;
        }
    }
}

static bool at_line_end(const struct text *text)
{
    return text->pos >= text->size || text->data[text->pos] == '\n';
}

static int add_char(char name[GAME_NAME], size_t *length, uint8_t c, size_t at,
                    struct format_error *err)
{
    if (c < ' ' || c > '~') {
        return format_fail(err, FORMAT_BAD, at, "a name has a character that is not plain ASCII");
    }
    if (*length + 1 >= GAME_NAME) {
        return format_fail(err, FORMAT_BAD, at, "a name has more than %d characters",
                           GAME_NAME - 1);
    }
    name[(*length)++] = (char)c;
    return 0;
}

static int read_quoted(struct text *text, char name[GAME_NAME], size_t *length,
                       struct format_error *err)
{
    const size_t start = text->pos++;
    int code = 0;
    while (code == 0 && !at_line_end(text) && text->data[text->pos] != '"') {
        const bool escaped =
            text->data[text->pos] == '\\' && text->pos + 1 < text->size &&
            (text->data[text->pos + 1] == '"' || text->data[text->pos + 1] == '\\');
        text->pos += escaped;
        code = add_char(name, length, text->data[text->pos], text->pos, err);
        text->pos++;
    }
    if (code == 0 && at_line_end(text)) {
        return format_fail(err, FORMAT_BAD, start, "a quote is not closed");
    }
    text->pos += code == 0;
    return code;
}

/* A name, which must be there. */
static int read_name(struct text *text, char name[GAME_NAME], struct format_error *err)
{
    const size_t start = text->pos;
    size_t length = 0;
    int code = 0;
    if (!at_line_end(text) && text->data[text->pos] == '"') {
        code = read_quoted(text, name, &length, err);
    } else {
        while (code == 0 && !at_line_end(text) && !is_space(text->data[text->pos]) &&
               text->data[text->pos] != '=' && text->data[text->pos] != '#') {
            code = text->data[text->pos] == '"'
                       ? format_fail(err, FORMAT_BAD, text->pos, "a quote in the midst of a name")
                       : add_char(name, &length, text->data[text->pos], text->pos, err);
            text->pos++;
        }
    }
    name[length] = '\0';
    if (code == 0 && length == 0) {
        return format_fail(err, FORMAT_BAD, start, "a name is missing");
    }
    return code;
}

static int add_alias(struct stats_aliases *aliases, const char *alias, const char *name, size_t at,
                     struct format_error *err)
{
    if (aliases->count >= STATS_ALIASES_MOST) {
        return format_fail(err, FORMAT_BAD, at, "more than %d names", STATS_ALIASES_MOST);
    }
    if (array_reserve(&aliases->items, &aliases->room, aliases->count + 1, sizeof *aliases->items) <
        0) {
        return format_fail(err, FORMAT_MEMORY, at, "out of memory");
    }
    struct stats_alias *to = &aliases->items[aliases->count++];
    *to = (struct stats_alias){.offset = at};
    memcpy(to->alias, alias, strlen(alias));
    memcpy(to->name, name, strlen(name));
    return 0;
}

static int read_line(struct stats_aliases *aliases, struct text *text, struct format_error *err)
{
    char name[GAME_NAME], alias[GAME_NAME];
    size_t at = text->pos;
    int code = read_name(text, name, err);
    skip_spaces(text);
    if (code == 0 && (at_line_end(text) || text->data[text->pos] != '=')) {
        return format_fail(err, FORMAT_BAD, text->pos, "'=' is missing behind the name");
    }
    text->pos++;
    if (code == 0) {
        code = add_alias(aliases, name, name, at, err);
    }
    while (code == 0) {
        skip_spaces(text);
        if (at_line_end(text)) {
            break;
        }
        at = text->pos;
        code = read_name(text, alias, err);
        if (code == 0) {
            code = add_alias(aliases, alias, name, at, err);
        }
    }
    return code;
}

static int by_alias(const void *a, const void *b)
{
    const struct stats_alias *one = a, *other = b;
    const int order = strcmp(one->alias, other->alias);
    return order != 0 ? order : strcmp(one->name, other->name);
}

static int check_aliases(struct stats_aliases *aliases, struct format_error *err)
{
    if (aliases->count > 1) {
        qsort(aliases->items, aliases->count, sizeof *aliases->items, by_alias);
    }
    for (size_t i = 1; i < aliases->count; i++) {
        const struct stats_alias *before = &aliases->items[i - 1], *now = &aliases->items[i];
        if (strcmp(before->alias, now->alias) == 0 && strcmp(before->name, now->name) != 0) {
            const size_t at = before->offset > now->offset ? before->offset : now->offset;
            return format_fail(err, FORMAT_BAD, at, "'%s' stands for '%s' and for '%s'", now->alias,
                               before->name, now->name);
        }
    }
    return 0;
}

int stats_aliases_read(struct stats_aliases *aliases, const uint8_t *data, size_t size,
                       struct format_error *err)
{
    struct text text = {data, size, 0};
    int code = 0;
    *aliases = (struct stats_aliases){0};
    while (code == 0 && text.pos < size) {
        skip_spaces(&text);
        if (!at_line_end(&text)) {
            code = read_line(aliases, &text, err);
        }
        text.pos++;
    }
    if (code == 0) {
        code = check_aliases(aliases, err);
    }
    if (code < 0) {
        stats_aliases_free(aliases);
    }
    return code;
}

void stats_aliases_free(struct stats_aliases *aliases)
{
    free(aliases->items);
    *aliases = (struct stats_aliases){0};
}

static int compare_alias(const void *name, const void *alias)
{
    return strcmp(name, ((const struct stats_alias *)alias)->alias);
}

const char *stats_aliases_name(const struct stats_aliases *aliases, const char *name)
{
    const struct stats_alias *found =
        aliases->count > 0
            ? bsearch(name, aliases->items, aliases->count, sizeof *aliases->items, compare_alias)
            : NULL;
    return found ? found->name : name;
}
