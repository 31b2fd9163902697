/* All definitions of a game's shader scripts, and which of several of one name counts.
 *
 * Files are added in the order the game lists them. Of definitions in different files the one added
 * last wins, inside one file the first: as the original, which joins the texts backward and takes
 * the first. A file in which a brace is missing is left out as a whole. The texts are borrowed and
 * have to outlive the list. */
#ifndef FORMATS_SCRIPTS_Q3_SHADER_LIST_H
#define FORMATS_SCRIPTS_Q3_SHADER_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct q3_definition {
    const char *name; /* in the text, not terminated */
    uint32_t name_length;
    uint32_t file;    /* from 0 on, in the order they were added */
    uint32_t line;    /* of its "{" */
    const char *text; /* from the "{" to the end of the file: for q3_shader_parse */
    size_t size;
};

struct q3_shader_list {                /* start from {0} */
    struct q3_definition *definitions; /* all, also those that do not count */
    size_t count, capacity;
    uint32_t *slots; /* of names, in a table by their hash: definition + 1 */
    size_t num_slots;
    uint32_t num_files, num_names;
};

/* FORMAT_BAD: the file is damaged (err says where) and nothing of it is in the list; it takes its
 * number, however. */
int q3_shader_list_add(struct q3_shader_list *list, const void *text, size_t size,
                       struct format_error *err) MUST_CHECK;

/* The definition that counts for a name; the case of letters does not, nor what follows the last
 * dot behind the last slash. NULL when there is none. */
const struct q3_definition *q3_shader_list_find(const struct q3_shader_list *list,
                                                const char *name);

void q3_shader_list_free(struct q3_shader_list *list);

#endif
