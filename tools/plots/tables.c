#include "tools/plots/tables.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "<!-- "
#define END "<!-- end -->"

static bool write_machine(FILE *out, const struct run *run)
{
    const struct tree *machine = tree_get(run->tree, "machine");
    if (machine) {
        fprintf(out, "%s, %.0f threads, kernels %s, %s.\n", tree_text(machine, "name"),
                tree_number(machine, "threads"), tree_text(machine, "kernels"),
                tree_text(machine, "compiler"));
    }
    return machine != NULL;
}

static bool write_beside(FILE *out, const struct run *run)
{
    fputs("| demo | size | pairs | TyrQuake ms | its display | faithful ms | exact ms | faithful | "
          "exact | "
          "display out: faithful | exact | 2 threads: faithful | exact |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int d = 0; d < run->num_demos; d++) {
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_beside *row = run_find_beside(run, run->demos[d], s);
            char size[32];
            if (!row) {
                continue;
            }
            run_size_name(run, s, size, sizeof(size));
            fprintf(
                out,
                "| %s | %s | %d | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f | %.2f | %.2f | "
                "%.2f |\n",
                row->demo, size, row->pairs, row->peer, row->peer_display,
                row->ours[0][RUN_FAITHFUL], row->ours[0][RUN_EXACT], row->factor[0][RUN_FAITHFUL],
                row->factor[0][RUN_EXACT], row->without[RUN_FAITHFUL], row->without[RUN_EXACT],
                row->factor[1][RUN_FAITHFUL], row->factor[1][RUN_EXACT]);
        }
    }
    return run->num_beside > 0;
}

static bool write_least(FILE *out, const struct run *run)
{
    fputs("| demo | size | TyrQuake ms | faithful ms | exact ms | faithful | exact | "
          "2 threads: faithful | exact |\n"
          "|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int d = 0; d < run->num_demos; d++) {
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_beside *row = run_find_beside(run, run->demos[d], s);
            char size[32];
            if (!row) {
                continue;
            }
            const struct run_least *least = &row->least;
            run_size_name(run, s, size, sizeof(size));
            fprintf(out, "| %s | %s | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f | %.2f |\n",
                    row->demo, size, least->peer, least->ours[0][RUN_FAITHFUL],
                    least->ours[0][RUN_EXACT], least->peer / least->ours[0][RUN_FAITHFUL],
                    least->peer / least->ours[0][RUN_EXACT],
                    least->peer / least->ours[1][RUN_FAITHFUL],
                    least->peer / least->ours[1][RUN_EXACT]);
        }
    }
    return run->num_beside > 0;
}

static bool write_phases_of(FILE *out, const struct run *run, const char *demo,
                            enum render_phase phase)
{
    double sum = 0.0;
    char line[512] = "";
    size_t length = 0;
    for (int s = 0; s < run->num_sizes; s++) {
        for (int look = 0; look < RUN_LOOKS; look++) {
            const struct run_phases *row = run_find_phases(run, demo, s, (enum run_look)look);
            const double ms = row ? row->phases[phase] : 0.0;
            sum += ms;
            length += (size_t)snprintf(line + length, sizeof(line) - length, " %.3f |", ms);
        }
    }
    if (sum >= 0.004) {
        fprintf(out, "| %s |%s\n", render_phase_name(phase), line);
    }
    return sum > 0.0;
}

/* Writes the phases of the first demo. */
static bool write_phases(FILE *out, const struct run *run)
{
    if (run->num_phases == 0) {
        return false;
    }
    const char *demo = run->phases[0].demo;
    fprintf(out, "| %s |", demo);
    for (int s = 0; s < run->num_sizes; s++) {
        char size[32];
        run_size_name(run, s, size, sizeof(size));
        fprintf(out, " %s faithful | exact |", size);
    }
    fputs("\n|---|", out);
    for (int s = 0; s < run->num_sizes; s++) {
        fputs("---|---|", out);
    }
    fputc('\n', out);
    for (int i = 0; i < RENDER_PHASES; i++) {
        (void)write_phases_of(out, run, demo, (enum render_phase)i);
    }
    fputs("| **the frame** |", out);
    for (int s = 0; s < run->num_sizes; s++) {
        for (int look = 0; look < RUN_LOOKS; look++) {
            const struct run_phases *row = run_find_phases(run, demo, s, (enum run_look)look);
            fprintf(out, " **%.3f** |", row ? row->ms[0] : 0.0);
        }
    }
    fputc('\n', out);
    return true;
}

static bool write_threads(FILE *out, const struct run *run)
{
    fputs("| demo | size | polygons | spans | faithful ms: 1 thread | 2 | 2 : 1 | exact ms: 1 "
          "thread | "
          "2 | 2 : 1 |\n|---|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int d = 0; d < run->num_demos; d++) {
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_phases *rows[RUN_LOOKS] = {
                run_find_phases(run, run->demos[d], s, RUN_FAITHFUL),
                run_find_phases(run, run->demos[d], s, RUN_EXACT)};
            char size[32];
            if (!rows[0] || !rows[1] || rows[0]->num_threads < 2 || rows[1]->num_threads < 2) {
                continue;
            }
            run_size_name(run, s, size, sizeof(size));
            fprintf(out, "| %s | %s | %.0f | %.0f |", rows[0]->demo, size, rows[0]->surfaces,
                    rows[0]->spans);
            for (int look = 0; look < RUN_LOOKS; look++) {
                fprintf(out, " %.3f | %.3f | %.2f |", rows[look]->ms[0], rows[look]->ms[1],
                        rows[look]->ms[0] / rows[look]->ms[1]);
            }
            fputc('\n', out);
        }
    }
    return run->num_phases > 0;
}

static bool write_states(FILE *out, const struct run *run)
{
    const struct tree *quake3 = tree_get(run->tree, "quake3");
    const double peer = tree_number(quake3, "udt_states_mb_s");
    if (peer > 0.0) {
        fprintf(out, "UDT %.1f MB/s, quakereel %.1f MB/s of one core: **%.2f times**.\n", peer,
                tree_number(quake3, "states_mb_s"), tree_number(quake3, "states_to_udt"));
    }
    return peer > 0.0;
}

static void write_ns(FILE *out, double ns)
{
    if (ns > 0.0) {
        fprintf(out, " %.3f |", ns);
    } else {
        fputs(" |", out);
    }
}

/* A column for every set of kernels that the first kernel was measured of. */
static bool write_limits(FILE *out, const struct run *run)
{
    const struct tree *kernels = tree_get(run->tree, "kernels");
    if (!kernels || kernels->count == 0) {
        return false;
    }
    const struct tree *sets = &kernels->items[0];
    fputs("| ns a pixel |", out);
    for (size_t i = 0; i < sets->count; i++) {
        fprintf(out, " %s |", sets->keys[i]);
    }
    fputs("\n|---|", out);
    for (size_t i = 0; i < sets->count; i++) {
        fputs("---|", out);
    }
    fputc('\n', out);
    for (size_t k = 0; k < kernels->count; k++) {
        fprintf(out, "| %s |", kernels->keys[k]);
        for (size_t i = 0; i < sets->count; i++) {
            write_ns(out, tree_number(&kernels->items[k], sets->keys[i]));
        }
        fputc('\n', out);
    }
    const struct tree *no_gather = tree_get(tree_get(run->tree, "limits"), "no_gather_ns");
    fputs("| *a span without looking texels up* |", out);
    for (size_t i = 0; i < sets->count; i++) {
        write_ns(out, tree_number(no_gather, sets->keys[i]));
    }
    fputc('\n', out);
    return true;
}

static const struct {
    const char *name;
    bool (*write)(FILE *out, const struct run *run);
} tables[] = {{"machine", write_machine}, {"beside", write_beside},   {"least", write_least},
              {"phases", write_phases},   {"threads", write_threads}, {"states", write_states},
              {"limits", write_limits}};

/* The table between the marks, where there is one of that name and it was measured. */
static bool renew_one(FILE *out, const struct run *run, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        if (strlen(tables[i].name) != length || strncmp(tables[i].name, name, length) != 0) {
            continue;
        }
        char *text = NULL;
        size_t size = 0;
        FILE *table = open_memstream(&text, &size);
        const bool measured = table && tables[i].write(table, run);
        const bool good = table && fclose(table) == 0 && measured;
        if (good) {
            fprintf(out, "\n%s\n", text);
        }
        free(text);
        return good;
    }
    return false;
}

void tables_renew(FILE *out, const struct run *run, const char *page)
{
    const char *mark;
    while ((mark = strstr(page, BEGIN)) != NULL) {
        const char *name = mark + strlen(BEGIN);
        const char *behind = strstr(name, " -->\n");
        const char *end = strstr(name, END);
        if (!behind || !end || end < behind) {
            break;
        }
        const char *body = behind + strlen(" -->\n");
        fwrite(page, 1, (size_t)(body - page), out);
        if (!renew_one(out, run, name, (size_t)(behind - name))) {
            fwrite(body, 1, (size_t)(end - body), out);
        }
        fputs(END, out);
        page = end + strlen(END);
    }
    fputs(page, out);
}
