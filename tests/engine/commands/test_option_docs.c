/* Man page sections and completions: they have every listed option, and the files in assets/desktop
 * equal the generated text. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/actions/actions.h"
#include "engine/options/option_docs.h"
#include "engine/options/option_help.h"
#include "tests/engine/written_text.h"

static void expect_file(const char *name, void (*write)(FILE *file))
{
    char path[256];
    struct file_bytes file;
    char *text = written_text(write);
    snprintf(path, sizeof(path), "assets/desktop/%s", name);
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    cr_expect(file.size == strlen(text) && memcmp(file.data, text, file.size) == 0,
              "%s differs from the tables; run make docs", path);
    platform_free_file(&file);
    free(text);
}

Test(option_docs, files_are_made_from_the_tables)
{
    expect_file("commands.roff", options_write_commands_roff);
    expect_file("options.roff", options_write_shared_roff);
    expect_file("keys.roff", actions_write_roff);
    expect_file("completions/quakereel.bash", options_write_bash);
    expect_file("completions/_quakereel", options_write_zsh);
    expect_file("completions/quakereel.fish", options_write_fish);
}

static bool has_option(const char *text, const char *name, const char *before)
{
    char wanted[OPTION_SPELLING_MAX + 16];
    snprintf(wanted, sizeof(wanted), "%s%s", before, name);
    const size_t length = strlen(wanted);
    for (const char *c = text; (c = strstr(c, wanted)); c++) {
        if (!strchr("abcdefghijklmnopqrstuvwxyz-", c[length])) {
            return true;
        }
    }
    return false;
}

Test(option_docs, completions_have_every_listed_option)
{
    char *bash = written_text(options_write_bash), *zsh = written_text(options_write_zsh),
         *fish = written_text(options_write_fish);
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        char name[OPTION_SPELLING_MAX];
        option_spell_name(row, 0, name);
        if (option_is_public(row)) {
            cr_expect(has_option(bash, name, " ") || has_option(bash, name, "'"), "%s", name);
            cr_expect(has_option(zsh, name, "'"), "%s", name);
            cr_expect(has_option(fish, row->name, strlen(row->name) > 1 ? " -l " : " -s "), "%s",
                      name);
        } else {
            cr_expect_not(has_option(zsh, name, "'"), "%s", name);
        }
    }
    free(bash);
    free(zsh);
    free(fish);
}

Test(option_docs, names_of_a_row_come_in_order)
{
    const struct option_row row = {.name = "o", .aliases = "out file-name"};
    char name[OPTION_SPELLING_MAX];
    cr_expect(option_spell_name(&row, 0, name));
    cr_expect_str_eq(name, "-o");
    cr_expect(option_spell_name(&row, 1, name));
    cr_expect_str_eq(name, "--out");
    cr_expect(option_spell_name(&row, 2, name));
    cr_expect_str_eq(name, "--file-name");
    cr_expect_not(option_spell_name(&row, 3, name));
    cr_expect_not(option_spell_name(&(struct option_row){.name = "x"}, 1, name));
}

Test(option_docs, the_man_page_names_shared_options_with_their_commands)
{
    char *text = written_text(options_write_shared_roff);
    const char *viewsize = strstr(text, "\n.B \\-\\-viewsize N\n");
    cr_assert_not_null(viewsize);
    const char *commands = strstr(viewsize, "\nCommands: ");
    cr_expect(commands &&
                  strncmp(commands + 1, "Commands: play, timedemo, shot, sheet, render, report.\n",
                          55) == 0,
              "%.80s", commands);
    free(text);
}
