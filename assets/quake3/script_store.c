#include "assets/quake3/script_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/quake3/q3_names.h"

/* All scripts together; about ten times a game's. Definitions need more memory than text. */
enum { SCRIPTS_MAX_BYTES = 1 << 25 };

struct script_store {
    struct files *files;
    struct files_names names;
    struct files_ref *texts; /* one per name; the list borrows them */
    struct q3_shader_list list;
    struct name_map parsed; /* struct q3_shader, by the name in the script */
};

/* Adds a script. Returns FORMAT_BAD, logged, if scripts exceed the limit. */
static int add_text(struct script_store *store, const char *name, struct files_ref *text,
                    size_t *bytes)
{
    struct format_error err = {0};
    int code = files_get(store->files, name, text);
    if (code < 0) {
        return code == FORMAT_MEMORY ? code : FORMAT_OK; /* skip this script */
    }
    *bytes += text->size;
    if (*bytes > SCRIPTS_MAX_BYTES) {
        format_fail(&err, FORMAT_BAD, 0, "scripts exceed %d MB: this and later ones are skipped",
                    SCRIPTS_MAX_BYTES >> 20);
        files_report_damage(store->files, name, &err);
        files_release(store->files, text);
        return FORMAT_BAD;
    }
    code = q3_shader_list_add(&store->list, text->data, text->size, &err);
    if (code < 0 && code != FORMAT_MEMORY) {
        files_report_damage(store->files, name, &err);
        code = FORMAT_OK;
    }
    return code;
}

static int read_all(struct script_store *store)
{
    size_t bytes = 0;
    int code = files_list(store->files, "scripts", ".shader", &store->names);
    store->texts = calloc(store->names.count + 1, sizeof(*store->texts));
    if (code == FORMAT_OK && !store->texts) {
        code = FORMAT_MEMORY;
    }
    for (size_t i = 0; code == FORMAT_OK && i < store->names.count; i++) {
        code = add_text(store, store->names.names[i], &store->texts[i], &bytes);
    }
    return code == FORMAT_MEMORY ? code : FORMAT_OK;
}

struct script_store *script_store_create(struct files *files)
{
    struct script_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        if (read_all(store) < 0) {
            script_store_destroy(store);
            return NULL;
        }
    }
    return store;
}

void script_store_destroy(struct script_store *store)
{
    if (!store) {
        return;
    }
    name_map_clear(&store->parsed, free);
    q3_shader_list_free(&store->list);
    for (size_t i = 0; store->texts && i < store->names.count; i++) {
        files_release(store->files, &store->texts[i]);
    }
    free(store->texts);
    files_names_free(&store->names);
    free(store);
}

struct note { /* the first fault */
    uint32_t line;
    char words[128];
};

static void note_fault(void *context, uint32_t line, const char *words)
{
    struct note *note = context;
    if (note->line == 0) {
        note->line = line;
        snprintf(note->words, sizeof(note->words), "%s", words);
    }
}

/* Logs one line for a shader with a fault that keeps the game from drawing it. Faults that the game
 * only warns of occur in every pack: no line. */
static void log_fault(struct script_store *store, const struct q3_definition *d,
                      const struct q3_shader *rules, const struct note *note)
{
    if (rules->faults == 0 || note->line == 0) {
        return;
    }
    char line[512];
    const char *file = d->file < store->names.count ? store->names.names[d->file] : "?";
    snprintf(line, sizeof(line), "%.80s: line %u (shader %.70s): %s", file, (unsigned)note->line,
             rules->name, note->words);
    files_log(store->files, line);
}

int script_store_find(struct script_store *store, const char *name, const struct q3_shader **rules,
                      uint32_t *number)
{
    char clean[Q3_NAME], key[Q3_NAME];
    *rules = NULL;
    const struct q3_definition *d =
        q3_name_clean(name, clean) ? q3_shader_list_find(&store->list, clean) : NULL;
    if (!d) {
        return FORMAT_MISSING;
    }
    *number = (uint32_t)(d - store->list.definitions);
    snprintf(key, sizeof(key), "%s", clean);
    q3_name_strip(key);
    q3_name_lower(key);
    struct q3_shader *shader = name_map_get(&store->parsed, key);
    if (!shader) {
        struct note note = {0};
        const struct q3_notes notes = {note_fault, &note};
        shader = malloc(sizeof(*shader));
        if (!shader || name_map_put(&store->parsed, key, shader) < 0) {
            free(shader);
            files_note_lack(store->files);
            return FORMAT_MEMORY;
        }
        q3_shader_parse(shader, key, d->text, d->size, d->line, &notes);
        log_fault(store, d, shader, &note);
    }
    *rules = shader;
    return FORMAT_OK;
}
