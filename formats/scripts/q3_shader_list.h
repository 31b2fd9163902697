/* All definitions of a game's shader scripts; selects one of several with the same name.
 *
 * Files are added in the order the game lists them. The file added last wins, inside one file the
 * first definition: the original joins the texts backward and takes the first. A file with a
 * missing brace is rejected as a whole. Texts are borrowed; they must outlive the list. */
#ifndef FORMATS_SCRIPTS_Q3_SHADER_LIST_H
#define FORMATS_SCRIPTS_Q3_SHADER_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct q3_definition {
    const char *name; /* in the text, not terminated */
    uint32_t name_length;
    uint32_t file;    /* from 0 on, in the order they were added */
    uint32_t line;    /* line of its "{", from 1 */
    const char *text; /* from the "{" to the end of the file: for q3_shader_parse */
    size_t size;
};

struct q3_shader_list {                /* start from {0} */
    struct q3_definition *definitions; /* all, also those that do not count */
    size_t count, capacity;
    uint32_t *slots; /* hash table of names: definition + 1; 0 = empty */
    size_t num_slots;
    uint32_t num_files, num_names;
};

/* Returns 0 or a negative FORMAT_ code; fills err. FORMAT_BAD: the file is damaged; none of its
 * definitions is added, but it is counted in num_files. */
int q3_shader_list_add(struct q3_shader_list *list, const void *text, size_t size,
                       struct format_error *err) MUST_CHECK;

/* The winning definition for a name, or NULL. Ignores case and the file extension. */
const struct q3_definition *q3_shader_list_find(const struct q3_shader_list *list,
                                                const char *name);

void q3_shader_list_free(struct q3_shader_list *list);

#endif
