#include "tests/faults/fault_judge.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define VERDICT(kind, ...) make_verdict(kind, __VA_ARGS__)

static struct fault_verdict make_verdict(enum fault_verdict_kind kind, const char *what,
                                         const char *name)
{
    struct fault_verdict verdict = {.kind = kind};
    snprintf(verdict.note, sizeof(verdict.note), "%.120s %.250s", what, name);
    for (char *c = verdict.note; *c; c++) {
        *c = *c == '\n' ? '|' : *c;
    }
    return verdict;
}

static bool is_input_kind(enum fault_kind kind)
{
    return kind == FAULT_OPEN || kind == FAULT_READ || kind == FAULT_MAP || kind == FAULT_STAT ||
           kind == FAULT_FOLDER;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), count = strlen(end);
    return length >= count && strcmp(text + length - count, end) == 0;
}

/* What a killed process leaves, and the next one that writes that name removes. */
static bool is_temporary(const char *name)
{
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    return strncmp(last, ".quakereel-", 11) == 0 && ends_with(name, ".tmp");
}

/* Files of an unfinished film. */
static bool is_unfinished(const char *name)
{
    return ends_with(name, ".part") || strstr(name, ".part.") || ends_with(name, ".resume") ||
           strstr(name, ".piece-");
}

/* True if the undisturbed run writes that file. */
static bool is_output(const struct fault_case *test, const char *name)
{
    const struct tree_file *good = tree_find(&test->good, name);
    return good && !tree_same_file(good, tree_find(&test->before, name));
}

static bool is_good(const struct fault_case *test, const struct tree_file *file)
{
    const struct tree_file *good = tree_find(&test->good, file->name);
    return test->scenario->varies ? good != NULL : tree_same_file(good, file);
}

/* A failed or killed run: what it left. *damaged is set if an output lacks something. */
static struct fault_verdict judge_files(const struct fault_case *test, const struct tree *after,
                                        bool killed, bool may_be_damaged, bool *damaged)
{
    for (size_t i = 0; i < test->before.count; i++) {
        const struct tree_file *before = &test->before.files[i];
        const struct tree_file *file = tree_find(after, before->name);
        const bool may_go = test->scenario->begun && is_unfinished(before->name);
        if (!file && !may_go) {
            return VERDICT(VERDICT_CHANGED, "lost:", before->name);
        }
        if (!file || may_go || tree_same_file(before, file)) {
            continue;
        }
        if (!is_output(test, before->name)) {
            return VERDICT(VERDICT_CHANGED, "input changed:", before->name);
        }
        if (!is_good(test, file)) {
            *damaged = true;
            if (!may_be_damaged) {
                return VERDICT(VERDICT_CHANGED, "earlier output replaced:", before->name);
            }
        }
    }
    for (size_t i = 0; i < after->count; i++) {
        const struct tree_file *file = &after->files[i];
        if (tree_find(&test->before, file->name) ||
            (test->scenario->is_film && is_unfinished(file->name)) ||
            (killed && is_temporary(file->name))) {
            continue;
        }
        if (!is_output(test, file->name)) {
            return VERDICT(VERDICT_STRAY, "stray:", file->name);
        }
        if (!is_good(test, file)) {
            *damaged = true;
            if (!may_be_damaged) {
                return VERDICT(VERDICT_WRONG, "an unfinished output has its name:", file->name);
            }
        }
    }
    return (struct fault_verdict){.kind = VERDICT_REFUSED};
}

/* After status 0: exactly the files of an undisturbed run. */
static struct fault_verdict judge_success(const struct fault_case *test, const struct tree *after)
{
    for (size_t i = 0; i < test->good.count; i++) {
        const struct tree_file *good = &test->good.files[i];
        const struct tree_file *file = tree_find(after, good->name);
        if (!file) {
            return VERDICT(VERDICT_WRONG, "status 0 without", good->name);
        }
        if (!is_good(test, file)) {
            return VERDICT(VERDICT_WRONG, "status 0 with other bytes in", good->name);
        }
    }
    for (size_t i = 0; i < after->count; i++) {
        if (!tree_find(&test->good, after->files[i].name)) {
            return VERDICT(VERDICT_STRAY, "stray after status 0:", after->files[i].name);
        }
    }
    return (struct fault_verdict){.kind = VERDICT_GOOD};
}

struct fault_verdict fault_judge(const struct fault_case *test, const struct fault *fault,
                                 const struct fault_result *result, const char *folder)
{
    struct tree after;
    struct fault_verdict verdict;
    bool damaged = false;
    const bool kills = fault->way == FAULT_KILL || fault->way == FAULT_KILL_ALL;
    const bool killed = kills && result->status == 1000 + SIGKILL && !result->hung;
    if (result->hung || result->left_behind) {
        return VERDICT(VERDICT_HUNG, result->hung ? "hung;" : "processes live on;", result->said);
    }
    if (!killed && result->status > (test->scenario->is_diff ? 2 : 1)) {
        char status[32];
        snprintf(status, sizeof(status), "status %d;", result->status);
        return VERDICT(VERDICT_CRASHED, status, result->said);
    }
    tree_read(&after, folder);
    if (result->status == 0) {
        verdict = judge_success(test, &after);
        if (verdict.kind == VERDICT_GOOD && !test->scenario->varies &&
            (test->printed.size != result->printed.size ||
             test->printed.hash != result->printed.hash)) {
            verdict = VERDICT(VERDICT_WRONG, "status 0 with other text;", result->said);
        }
    } else {
        const bool may = !killed && is_input_kind(fault->kind);
        verdict = judge_files(test, &after, kills, may, &damaged);
        if (verdict.kind == VERDICT_REFUSED && killed) {
            verdict.kind = VERDICT_KILLED;
        } else if (verdict.kind == VERDICT_REFUSED && !strstr(result->said, "quakereel: ")) {
            verdict = VERDICT(VERDICT_WRONG, "status 1 without a reason;", result->said);
        } else if (verdict.kind == VERDICT_REFUSED && damaged) {
            verdict.kind = VERDICT_DAMAGED;
        }
    }
    tree_free(&after);
    return verdict;
}

struct fault_verdict fault_judge_resumed(const struct fault_case *test,
                                         const struct fault_result *result, const char *folder)
{
    struct tree after;
    struct fault_verdict verdict = {.kind = VERDICT_REFUSED};
    if (result->hung || result->left_behind || result->status > 1) {
        return VERDICT(VERDICT_CRASHED, "again:", result->said);
    }
    if (result->status == 1) {
        snprintf(verdict.note, sizeof(verdict.note), "%.200s", result->said);
        return verdict;
    }
    tree_read(&after, folder);
    verdict = judge_success(test, &after);
    if (verdict.kind != VERDICT_GOOD) {
        char note[FAULT_TEXT];
        snprintf(note, sizeof(note), "%.300s", verdict.note);
        verdict = VERDICT(verdict.kind, "again:", note);
    }
    tree_free(&after);
    return verdict;
}
