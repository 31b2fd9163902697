/* Searches in a catalogue of a million events. Needs SQLite: no_catalogue.c stands for it. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/library/library_db.h"
#include "engine/library/library_find.h"
#include "tools/bench/measure.h"
#include "tools/bench/study/study.h"

enum { ROUNDS = 5, TERMS = 4 };

/* A thousand demos of a thousand events each: one in four a frag, one in a hundred of these from
 * the air. */
static const char rows[] =
    "BEGIN;"
    "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
    "INSERT INTO file(id, path, size, mtime) SELECT i, '/demos/' || i || '.mvd', 1, 1 FROM n;"
    "INSERT INTO demo(id, file, path, family, length, players) "
    "SELECT id, id, path, 'quakeworld', 600, 4 FROM file;"
    "INSERT INTO level(demo, number, map) SELECT id, 0, 'dm' || (id % 50) FROM file;"
    "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999) "
    "INSERT INTO event(demo, number, level, time, kind, player, other, weapon, air, distance, "
    "text) "
    "SELECT i / 1000, i % 1000, 0, i % 1000 * 0.6, "
    "CASE i % 4 WHEN 0 THEN 'frag' WHEN 1 THEN 'pickup' WHEN 2 THEN 'team' ELSE 'chat' END, "
    "'p' || (i % 997), 'o' || (i % 991), CASE i % 4 WHEN 0 THEN 'rocket' END, "
    "CASE i % 400 WHEN 0 THEN (i % 7919) * 0.0001 END, CASE i % 40 WHEN 0 THEN i % 1000 END, 'text "
    "' || i FROM n;"
    "COMMIT";

static const char *const searches[][TERMS] = {
    {"kind=frag", "weapon=rocket", "air>0.6", "distance>300"},
    {"player=p4", "kind=frag"},
    {"other=o990", "kind=frag"},
    {"player=p12", "weapon=rocket", "distance>=900"},
    {"kind=frag", "level=dm3"},
    {"text~text 99999"},
};
enum { SEARCHES = sizeof(searches) / sizeof(searches[0]) };

static bool fill(const char *path, struct format_error *err)
{
    struct library *library;
    int code = library_open(&library, path, LIBRARY_WRITE, err);
    code = code == 0 ? library_run(library, rows, err) : code;
    code = code == 0 ? library_analyse(library, err) : code;
    library_close(library);
    return code == 0;
}

/* Opens the catalogue, finds, and reads all that is found, as the command does. Milliseconds, or a
 * negative value; *found: rows. */
static double search(const char *path, const struct library_terms *terms, unsigned *found)
{
    struct library *library;
    struct library_rows *result = NULL;
    struct format_error err;
    const double start = platform_now();
    int code = library_open(&library, path, LIBRARY_READ, &err);
    code = code == 0 ? library_find(&result, library, terms, &err) : code;
    *found = 0;
    while (code == 0 && (code = library_rows_next(result, &err)) == 1) {
        code = 0;
        ++*found;
    }
    library_rows_free(result);
    library_close(library);
    return code < 0 ? -1.0 : (platform_now() - start) * 1000.0;
}

static bool read_terms(struct library_terms *terms, const char *const texts[TERMS])
{
    struct format_error err;
    *terms = (struct library_terms){.count = 0};
    for (int i = 0; i < TERMS && texts[i]; i++) {
        if (library_terms_add(terms, texts[i], &err) < 0) {
            return false;
        }
    }
    return true;
}

static void bench_search(const char *path, const char *const texts[TERMS], FILE *json, bool first)
{
    struct library_terms terms;
    double took[ROUNDS];
    unsigned found = 0;
    char words[128] = "";
    bool good = read_terms(&terms, texts);
    for (int i = 0; good && i < ROUNDS; i++) {
        took[i] = search(path, &terms, &found);
        good = took[i] >= 0.0;
    }
    for (int i = 0; i < TERMS && texts[i]; i++) {
        const size_t length = strlen(words);
        snprintf(words + length, sizeof(words) - length, "%s%s", i > 0 ? " " : "", texts[i]);
    }
    const double median = good ? bench_median(took, ROUNDS) : 0.0;
    printf("%-50s %8u %8.1f\n", words, found, median);
    if (json) {
        fprintf(json, "%s{\"terms\": \"%s\", \"events\": %u, \"ms\": %.2f}", first ? "" : ", ",
                words, found, median);
    }
}

void bench_catalogue(FILE *json)
{
    char folder[] = "/tmp/quakereel-bench-XXXXXX", path[sizeof(folder) + 8];
    struct format_error err = {0};
    printf("\nsearches among a million events, medians of %d (goal 200 ms)\n", ROUNDS);
    printf("%-50s %8s %8s\n", "", "events", "ms");
    if (json) {
        fprintf(json, "[");
    }
    if (mkdtemp(folder)) {
        snprintf(path, sizeof(path), "%s/c", folder);
        if (fill(path, &err)) {
            for (int i = 0; i < SEARCHES; i++) {
                bench_search(path, searches[i], json, i == 0);
            }
        } else {
            printf("the catalogue cannot be made: %s\n", err.what);
        }
        (void)remove(path);
        (void)remove(folder);
    }
    if (json) {
        fprintf(json, "]");
    }
}
