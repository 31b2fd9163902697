#include "engine/edit/validate/validate.h"

#include <string.h>

#include "engine/edit/validate/validate_limits.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/parts/part_note.h"

static const char *const engine_names[VALIDATE_ENGINES] = {
    [VALIDATE_ID] = "id",
    [VALIDATE_QUAKESPASM] = "quakespasm",
    [VALIDATE_EZQUAKE] = "ezquake",
    [VALIDATE_IOQUAKE3] = "ioquake3",
};

static const char *const effect_texts[] = {
    [VALIDATE_NO_LIMIT] = "",
    [VALIDATE_PLAYS] = "the demo plays",
    [VALIDATE_CUTS] = "the text is cut",
    [VALIDATE_SKIPS] = "it is left out",
    [VALIDATE_ENDS] = "the demo ends here",
    [VALIDATE_HIDES] = "nothing is shown",
    [VALIDATE_MISREADS] = "what follows is misread",
    [VALIDATE_STOPS] = "playback ends with an error",
    [VALIDATE_QUITS] = "the program ends with an error",
    [VALIDATE_OVERWRITES] = "the program reaches outside its memory",
};

/* What plays a family, by engine. */
struct family_check {
    const struct demo_family *family;
    int (*check)(struct validate_check *check, const struct demo *demo, struct format_error *err);
    enum validate_engine own;
    struct {
        bool plays;
        enum validate_client client;
    } engines[VALIDATE_ENGINES];
};

static const struct family_check families[] = {
    {&netquake_family,
     validate_netquake,
     VALIDATE_ID,
     {[VALIDATE_ID] = {true, CLIENT_NQ_ID},
      [VALIDATE_QUAKESPASM] = {true, CLIENT_NQ_QUAKESPASM},
      [VALIDATE_EZQUAKE] = {true, CLIENT_NQ_EZQUAKE}}},
    {&quakeworld_family,
     validate_quakeworld,
     VALIDATE_ID,
     {[VALIDATE_ID] = {true, CLIENT_QW_ID}, [VALIDATE_EZQUAKE] = {true, CLIENT_QW_EZQUAKE}}},
    {&quake3_family,
     validate_quake3,
     VALIDATE_IOQUAKE3,
     {[VALIDATE_IOQUAKE3] = {true, CLIENT_Q3_IOQUAKE3}}},
};

const char *validate_engine_name(enum validate_engine engine)
{
    return engine_names[engine];
}

bool validate_engine_find(const char *name, enum validate_engine *engine)
{
    for (int i = 0; i < VALIDATE_ENGINES; i++) {
        if (strcmp(name, engine_names[i]) == 0) {
            *engine = (enum validate_engine)i;
            return true;
        }
    }
    return false;
}

static const struct family_check *find_family(const struct demo *demo)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (families[i].family == demo->family) {
            return &families[i];
        }
    }
    return NULL;
}

enum validate_engine validate_engine_of(const struct demo *demo)
{
    const struct family_check *family = find_family(demo);
    return family ? family->own : VALIDATE_ID;
}

const char *validate_effect_text(enum validate_effect effect)
{
    return effect_texts[effect];
}

bool validate_is_refusal(enum validate_effect effect)
{
    return effect >= VALIDATE_ENDS;
}

/* As validate_demo, of a demo that the family's check is for. */
static int check_demo(const struct family_check *family, struct validate_check *check,
                      const struct demo *demo, struct format_error *err)
{
    const size_t size = part_note_skip(demo->data, demo->size);
    struct demo part;
    if (size == demo->size) {
        return family->check(check, demo, err);
    }
    const bool opened =
        demo_open(&part, demo->data, size, NULL) == 0 && part.family == demo->family;
    const int code = family->check(check, opened ? &part : demo, err);
    demo_close(&part);
    return code;
}

int validate_demo(const struct demo *demo, enum validate_engine engine, validate_found_fn found,
                  void *context, struct validate_report *report, struct format_error *err)
{
    const struct family_check *family = find_family(demo);
    struct validate_check check = {.found = found, .context = context, .report = report};
    *report = (struct validate_report){0};
    if (!family || !family->engines[engine].plays) {
        (void)validate_limit(&check, RULE_FAMILY, 0, 1);
        return 0;
    }
    check.client = family->engines[engine].client;
    return check_demo(family, &check, demo, err);
}
