#include "engine/viewer/preview/demo_facts.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assets/platform.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "formats/base/plural.h"

enum fact_state { FACT_EMPTY, FACT_ASKED, FACT_BEING_READ, FACT_READ };

struct fact {
    enum fact_state state;
    char *name;     /* owned; NULL = the built-in demo */
    uint64_t asked; /* when it was asked for last */
    char text[DEMO_FACTS_TEXT];
};

struct demo_facts {
    pthread_t thread;
    bool has_thread;      /* else demo_facts_is_new reads */
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t asked_or_ended;
    bool is_ended, is_new;
    uint64_t clock;
    struct fact facts[DEMO_FACTS_KEPT];
};

/* --- reading ------------------------------------------------------------------------------------
 */

/* "2026-11-28", local time, if the name is a file's. */
static void find_date(char date[16], const char *name)
{
    struct disk_file file;
    struct tm day;
    date[0] = '\0';
    if (!name || platform_open_file(name, &file) < 0) {
        return;
    }
    const time_t seconds = (time_t)file.seconds;
    platform_close_file(&file);
    if (localtime_r(&seconds, &day)) {
        strftime(date, 16, "%Y-%m-%d", &day);
    }
}

static void describe(char text[DEMO_FACTS_TEXT], const char *name, const struct demo_stats *stats)
{
    char level[DEMO_FACTS_TEXT], date[16];
    unsigned players = 0;
    const double length = stats->length < 1e6 ? stats->length : 1e6;
    const unsigned long seconds = (unsigned long)(length + 0.5);
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        players += stats->players[i].name && !stats->players[i].spectator;
    }
    level[0] = '\0'; /* the first level that tells its file */
    for (size_t i = 0; i < stats->level_count && level[0] == '\0'; i++) {
        (void)demo_level_file(&stats->levels[i], level, sizeof(level));
    }
    find_date(date, name);
    snprintf(text, DEMO_FACTS_TEXT, "%-12.12s %5lu:%02lu %3u player%-1.1s  %-10.10s", level,
             seconds / 60, seconds % 60, players, plural_s(players), date);
}

static void read_facts(char text[DEMO_FACTS_TEXT], const char *name)
{
    static const struct demo_search nowhere = {0}; /* files, their archives, built-in demos */
    struct demo_source source;
    struct demo_stats stats;
    struct format_error err;
    text[0] = '\0';
    if (demo_source_open_bytes(&source, name, &nowhere, &err) < 0) {
        return;
    }
    if (source.demo.code == 0) {
        (void)!demo_stats_read(&stats, &source.demo); /* what is good of it */
        describe(text, name, &stats);
        demo_stats_free(&stats);
    }
    demo_source_close(&source);
}

/* --- the thread, or who stands for it -----------------------------------------------------------
 */

/* The demo that was asked for last. NULL: none. With the lock held. */
static struct fact *next_fact(struct demo_facts *facts)
{
    struct fact *next = NULL;
    for (int i = 0; i < DEMO_FACTS_KEPT; i++) {
        struct fact *fact = &facts->facts[i];
        if (fact->state == FACT_ASKED && (!next || fact->asked > next->asked)) {
            next = fact;
        }
    }
    return next;
}

/* Reads a demo. False: none is asked for. With the lock held, which is released meanwhile. */
static bool read_next(struct demo_facts *facts)
{
    char text[DEMO_FACTS_TEXT];
    struct fact *fact = next_fact(facts);
    if (!fact) {
        return false;
    }
    fact->state = FACT_BEING_READ; /* its place is not given to another demo */
    pthread_mutex_unlock(&facts->lock);
    read_facts(text, fact->name);
    pthread_mutex_lock(&facts->lock);
    memcpy(fact->text, text, sizeof(text));
    fact->state = FACT_READ;
    facts->is_new = true;
    return true;
}

static void *run(void *context)
{
    struct demo_facts *facts = context;
    pthread_mutex_lock(&facts->lock);
    while (!facts->is_ended) {
        if (!read_next(facts)) {
            pthread_cond_wait(&facts->asked_or_ended, &facts->lock);
        }
    }
    pthread_mutex_unlock(&facts->lock);
    return NULL;
}

/* --- the caller ---------------------------------------------------------------------------------
 */

static bool is_of(const struct fact *fact, const char *name)
{
    return fact->state != FACT_EMPTY &&
           (fact->name && name ? strcmp(fact->name, name) == 0 : fact->name == name);
}

/* A place for another demo: that of the one that was asked for the longest time ago. */
static struct fact *oldest_fact(struct demo_facts *facts)
{
    struct fact *oldest = NULL;
    for (int i = 0; i < DEMO_FACTS_KEPT; i++) {
        struct fact *fact = &facts->facts[i];
        if (fact->state != FACT_BEING_READ && (!oldest || fact->asked < oldest->asked)) {
            oldest = fact;
        }
    }
    return oldest;
}

static void ask(struct demo_facts *facts, const char *name)
{
    char *copy = name ? strdup(name) : NULL;
    if (name && !copy) {
        return; /* it is asked for again with the next picture */
    }
    struct fact *fact = oldest_fact(facts);
    free(fact->name);
    *fact = (struct fact){.state = FACT_ASKED, .name = copy, .asked = ++facts->clock};
    pthread_cond_signal(&facts->asked_or_ended);
}

void demo_facts_get(struct demo_facts *facts, const char *name, char text[DEMO_FACTS_TEXT])
{
    struct fact *found = NULL;
    text[0] = '\0';
    pthread_mutex_lock(&facts->lock);
    for (int i = 0; i < DEMO_FACTS_KEPT && !found; i++) {
        found = is_of(&facts->facts[i], name) ? &facts->facts[i] : NULL;
    }
    if (found) {
        found->asked = ++facts->clock;
        memcpy(text, found->text, DEMO_FACTS_TEXT);
    } else {
        ask(facts, name);
    }
    pthread_mutex_unlock(&facts->lock);
}

bool demo_facts_is_new(struct demo_facts *facts)
{
    pthread_mutex_lock(&facts->lock);
    if (!facts->has_thread) {
        (void)read_next(facts);
    }
    const bool is_new = facts->is_new;
    facts->is_new = false;
    pthread_mutex_unlock(&facts->lock);
    return is_new;
}

struct demo_facts *demo_facts_begin(void)
{
    struct demo_facts *facts = calloc(1, sizeof(*facts));
    if (!facts) {
        return NULL;
    }
    pthread_mutex_init(&facts->lock, NULL);
    pthread_cond_init(&facts->asked_or_ended, NULL);
    facts->has_thread = pthread_create(&facts->thread, NULL, run, facts) == 0;
    return facts;
}

void demo_facts_end(struct demo_facts *facts)
{
    if (!facts) {
        return;
    }
    pthread_mutex_lock(&facts->lock);
    facts->is_ended = true;
    pthread_cond_signal(&facts->asked_or_ended);
    pthread_mutex_unlock(&facts->lock);
    if (facts->has_thread) {
        pthread_join(facts->thread, NULL);
    }
    for (int i = 0; i < DEMO_FACTS_KEPT; i++) {
        free(facts->facts[i].name);
    }
    pthread_cond_destroy(&facts->asked_or_ended);
    pthread_mutex_destroy(&facts->lock);
    free(facts);
}
