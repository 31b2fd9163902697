/* Fuzz target: shader scripts; parses every definition of an accepted file and checks the contract
 * of formats/scripts/q3_shader.h. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/scripts/q3_shader.h"
#include "formats/scripts/q3_shader_list.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_stage(const struct q3_stage *s)
{
    require(s->num_images <= Q3_SHADER_FRAMES && s->num_tc_mods <= Q3_SHADER_TC_MODS);
    for (uint32_t i = 0; i < s->num_images; i++) {
        require(memchr(s->images[i], 0, Q3_SHADER_NAME) != NULL);
    }
    for (uint32_t i = 0; i < s->num_tc_mods; i++) {
        require(isfinite(s->tc_mods[i].numbers[5]) && isfinite(s->tc_mods[i].wave.frequency));
    }
    require(s->blended || s->depth_write);
    require((s->map == Q3_MAP_NONE) == (s->num_images == 0));
    require(isfinite(s->rgb_wave.base) && isfinite(s->portal_range));
}

static void check_note(void *context, uint32_t line, const char *words)
{
    (void)context;
    require(line >= 1 && strchr(words, '\n') == NULL);
}

static void check_shader(const char *text, size_t size, uint32_t line)
{
    const struct q3_notes notes = {check_note, NULL};
    struct q3_shader s;
    q3_shader_parse(&s, "fuzz", text, size, line, &notes);
    require(s.num_stages <= Q3_SHADER_STAGES && s.num_deforms <= Q3_SHADER_DEFORMS);
    for (uint32_t i = 0; i < s.num_stages; i++) {
        check_stage(&s.stages[i]);
    }
    for (uint32_t i = 0; i < s.num_deforms; i++) {
        require(isfinite(s.deforms[i].numbers[0]) && s.deforms[i].kind != Q3_DEFORM_NONE);
    }
    require(s.sort != 0.0f && isfinite(s.sort) && isfinite(s.fog_depth));
    q3_shader_collapse(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct q3_shader_list list = {0};
    struct format_error err;
    char *text = malloc(size ? size : 1);
    require(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    check_shader(text, size, 1);
    if (q3_shader_list_add(&list, text, size, &err) == 0 &&
        q3_shader_list_add(&list, text, size / 2, &err) == 0) {
        require(list.num_names <= list.count);
    }
    for (size_t i = 0; i < list.count && i < 50; i++) {
        const struct q3_definition *d = &list.definitions[i];
        char name[64] = {0};
        require(d->name >= text && d->name + d->name_length <= text + size);
        require(d->text > d->name && d->size <= size);
        memcpy(name, d->name, d->name_length < 63 ? d->name_length : 63);
        if (memchr(name, '.', sizeof(name)) == NULL && d->name_length < 63) {
            require(q3_shader_list_find(&list, name) != NULL);
        }
        check_shader(d->text, d->size, d->line);
    }
    q3_shader_list_free(&list);
    free(text);
    return 0;
}
