#include "engine/edit/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/edit/check/check_internal.h"

enum { NQ = CHECK_OF_NETQUAKE, SIGNATURE = true, NOTE = false };

static const struct check_info rules[CHECK_RULES] = {
    [CHECK_DAMAGE_KEPT] = {"damage-kept",
                           "Damage was told, health stayed, no Pentagram: as in god mode.", NQ,
                           SIGNATURE, false},
    [CHECK_DAMAGE_KEPT_TEAM] =
        {"damage-kept-team", "The same in a game of several players, where team rules may do it.",
         NQ, NOTE, false},
    [CHECK_HEALTH_RISE] = {"health-rise",
                           "Health is more than before minus damage, and nothing was picked up.",
                           NQ, SIGNATURE, false},
    [CHECK_HEALTH_FALL] = {"health-fall", "Health fell by more than the damage that was told.", NQ,
                           SIGNATURE, false},
    [CHECK_ARMOR_RISE] = {"armor-rise",
                          "Armour is more than before minus damage, and nothing was picked up.", NQ,
                          SIGNATURE, false},
    [CHECK_ARMOR_FALL] = {"armor-fall", "Armour fell by more than the damage that was told.", NQ,
                          SIGNATURE, false},
    [CHECK_ALL_WEAPONS] = {"all-weapons",
                           "All weapons and full ammunition came in one update, as of impulse 9.",
                           NQ, SIGNATURE, false},
    [CHECK_CHEAT_PRINT] = {"cheat-print", "The server printed that a cheat was switched on.", NQ,
                           SIGNATURE, false},
    [CHECK_EQUAL_STEPS] = {"equal-steps",
                           "The server's time steps are equal and not 1/72 s, as of "
                           "host_framerate.",
                           NQ, SIGNATURE, false},
    [CHECK_SHORT_STEPS] =
        {"short-steps",
         "Time steps are shorter than 1/72 s: slow motion, or an engine with more "
         "updates per second.",
         NQ, NOTE, false},
    [CHECK_TIME_BACK] = {"time-back", "The server's time went back within a level.", NQ, SIGNATURE,
                         false},
    [CHECK_TIME_GAP] = {"time-gap",
                        "A single player's server left out time within a level, where its steps "
                        "are 0.1 s at most.",
                        NQ, SIGNATURE, false},
    [CHECK_GRAVITY] = {"gravity", "Falls are not those of gravity 800; levels may set it.", NQ,
                       NOTE, false},
    [CHECK_TURN] = {"turn", "The view turned by much within one update and back.", NQ, NOTE, false},
    [CHECK_STUFFED] = {"stuffed", "The server set a variable that changes time or movement.", NQ,
                       NOTE, false},
    [CHECK_VERSION] = {"version", "The server's version.", NQ, NOTE, false},
    [CHECK_EMPTY_BLOCK] = {"empty-block", "A block has no message; no engine records it.", NQ,
                           SIGNATURE, false},
    [CHECK_AFTER_END] = {"after-end", "Bytes follow the demo's end, as in joined files.", NQ,
                         SIGNATURE, false},
    [CHECK_NO_SIGN_ON] = {"no-sign-on", "A level began without the numbers of a sign-on.", NQ, NOTE,
                          false},
    [CHECK_LATE_START] = {"late-start",
                          "A level's first update is late: it was recorded, or cut, in mid-game.",
                          NQ, NOTE, false},
    [CHECK_RUN_LEVELS] = {"run-levels", "A run of one level has one.", NQ, SIGNATURE, true},
    [CHECK_RUN_RESTART] = {"run-restart", "The recorder died and began the level again.", NQ,
                           SIGNATURE, true},
    [CHECK_RUN_FINISH] = {"run-finish", "A run ends its level.", NQ, SIGNATURE, true},
    [CHECK_RUN_SKILL] = {"run-skill", "Archives take skill 0 and 3; only texts tell it.", NQ, NOTE,
                         true},
    [CHECK_RUN_GRAVITY] = {"run-gravity", "A run has gravity 800, in e1m8 100.", NQ, SIGNATURE,
                           true},
    [CHECK_RUN_GAME] = {"run-game", "A run is of one player.", NQ, SIGNATURE, true},
};

static const struct check_family *const families[] = {&check_netquake};

const struct check_info *check_info(enum check_rule rule)
{
    return &rules[rule];
}

static const struct check_family *find_family(const struct demo *demo)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (families[i]->family == demo->family) {
            return families[i];
        }
    }
    return NULL;
}

bool check_knows(const struct demo *demo)
{
    return find_family(demo) != NULL;
}

void check_copy_text(char *to, size_t room, const char *text)
{
    size_t length = 0;
    for (; *text && length + 1 < room; text++) {
        const char c = (char)(*text & 0x7f);
        if (c >= ' ' && c < 0x7f) {
            to[length++] = c;
        }
    }
    to[length] = '\0';
}

void check_found_at(struct check *check, enum check_rule rule, const struct check_place *place,
                    const char *fmt, ...)
{
    struct check_finding finding = {
        .rule = rule, .block = place->block, .offset = place->offset, .seconds = place->seconds};
    va_list args;
    if (rules[rule].speedrun && !check->run) {
        return;
    }
    va_start(args, fmt);
    (void)vsnprintf(finding.value, sizeof(finding.value), fmt, args);
    va_end(args);
    check->report->signatures += rules[rule].signature;
    check->report->notes += !rules[rule].signature;
    check->report->of_rule[rule]++;
    if (check->found) {
        check->found(check->context, &finding);
    }
}

static int check_steps(struct check *check, const struct check_family *family, void *state,
                       void *scanner, struct format_error *err)
{
    const struct demo *demo = check->demo;
    struct demo_reading reading = {0};
    size_t pos = demo->family->first_step(demo->file);
    double seconds = 0;
    int code;
    check->here.offset = pos;
    family->begin(check, state);
    while ((code = demo->family->scan(demo->file, scanner, &pos, &reading, err)) > 0) {
        seconds += reading.step.update ? reading.step.seconds : 0;
        check->here.seconds = seconds;
        check->last = reading.step.last;
        family->step(check, state, pos);
        check->here.block++;
        check->here.offset = pos;
        if (check->last) {
            break;
        }
    }
    family->end(check, state);
    return code < 0 ? code : 0;
}

int check_demo(const struct demo *demo, const struct demo_stats *run, check_found_fn found,
               void *context, struct check_report *report, struct format_error *err)
{
    const struct check_family *family = find_family(demo);
    struct check check = {
        .demo = demo, .run = run, .found = found, .context = context, .report = report};
    *report = (struct check_report){0};
    void *scanner = demo_scanner_create(demo->family);
    void *state = calloc(1, family->state_size);
    int code;
    if (scanner && state) {
        code = check_steps(&check, family, state, scanner, err);
        check_speedrun(&check);
    } else {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    free(state);
    free(scanner);
    return code;
}
