#include "formats/scripts/q3_skin.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/q3_lexer.h"

int q3_skin_read(struct q3_skin *skin, const void *text, size_t size, struct format_error *err)
{
    struct q3_lexer lexer = q3_lexer_make(text, size);
    char word[Q3_WORD_SIZE];
    *skin = (struct q3_skin){0};
    lexer.stop = ',';
    while (skin->count < Q3_SKIN_MAX && q3_lexer_next(&lexer, word)) {
        struct q3_skin_line line = {{0}, {0}};
        q3_lexer_copy(line.surface, sizeof(line.surface), word);
        for (char *c = line.surface; *c; c++) {
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        }
        lexer.at += lexer.at < lexer.end && *lexer.at == ',';
        if (strstr(line.surface, "tag_")) {
            continue; /* no surface; its shader is empty */
        }
        q3_lexer_next(&lexer, word);
        q3_lexer_copy(line.shader, sizeof(line.shader), word);
        if (array_reserve(&skin->lines, &skin->capacity, skin->count + 1, sizeof(line)) < 0) {
            q3_skin_free(skin);
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory (skin)");
        }
        skin->lines[skin->count++] = line;
    }
    return FORMAT_OK;
}

void q3_skin_free(struct q3_skin *skin)
{
    free(skin->lines);
    *skin = (struct q3_skin){0};
}

const char *q3_skin_find(const struct q3_skin *skin, const char *surface)
{
    for (size_t i = 0; i < skin->count; i++) {
        if (strcmp(skin->lines[i].surface, surface) == 0) {
            return skin->lines[i].shader;
        }
    }
    return NULL;
}
