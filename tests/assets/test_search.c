/* The search for Quake III's game data, and the order of its layers. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/search.h"
#include "tests/support/real_data.h"
#include "tests/support/scratch.h"

static void set_up(void)
{
    scratch_set_up();
    setenv("HOME", scratch_at("home"), 1);
    unsetenv("QUAKEREEL_BASEDIR");
    scratch_make_folder("home");
}

TestSuite(search, .init = set_up, .fini = scratch_tear_down);

/* The folders in order, "/..." below the test's own. */
static void expect(const struct search_options *options, const char *folders)
{
    struct search_result result;
    struct format_error err = {0};
    char got[4096] = "", root[512];
    cr_assert_eq(platform_absolute_path(scratch_root, root, sizeof(root)), 0);
    cr_assert_eq(search_find(&result, options, &err), FORMAT_OK, "%s", err.what);
    for (int i = 0; i < result.num_folders; i++) {
        const char *path = result.folders[i];
        const size_t length = strlen(root);
        const size_t used = strlen(got);
        snprintf(got + used, sizeof(got) - used, "%s ",
                 strncmp(path, root, length) == 0 ? path + length : path);
    }
    cr_assert_str_eq(got, folders);
}

/* Names that no game installed here has. */
static const struct search_options wanted = {.base = "basea", .other_base = "baseb"};

Test(search, either_base_serves)
{
    char base[512], demo[512];
    struct search_options options = wanted;
    struct format_error err = {0};
    struct search_result result;
    scratch_make_folder("oa");
    scratch_make_folder("oa/BaseB");
    scratch_make_folder("oa/demos");
    scratch_write_text("oa/demos/x.dm_68", "");
    scratch_make_folder("oa/mod");
    options.basedir = base;
    snprintf(base, sizeof(base), "%s", scratch_at("oa"));
    expect(&options, "/oa/BaseB ");
    snprintf(base, sizeof(base), "%s", scratch_at("oa/BaseB"));
    options.layers[1] = "mod";
    expect(&options, "/oa/BaseB /oa/mod ");
    snprintf(base, sizeof(base), "%s", scratch_at("oa/mod"));
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_MISSING);
    cr_assert(strstr(err.what, "no id1, baseq3 or baseoa folder"), "%s", err.what);
    options.basedir = NULL;
    options.demo_path = demo;
    snprintf(demo, sizeof(demo), "%s", scratch_at("oa/demos/x.dm_68"));
    expect(&options, "/oa/BaseB /oa/mod /oa/demos ");
    scratch_make_folder("oa/basea");
    expect(&options, "/oa/basea /oa/mod /oa/demos ");
    scratch_write_text("oa/BaseB/x.pk3", "");
    expect(&options, "/oa/BaseB /oa/mod /oa/demos ");
}

Test(search, each_game_takes_the_given_folder_that_holds_it)
{
    char both[1100], empty[512], demo[512];
    struct search_options options = wanted;
    struct format_error err = {0};
    struct search_result result;
    scratch_make_folder("quake");
    scratch_make_folder("quake/id1");
    scratch_make_folder("arena");
    scratch_make_folder("arena/basea");
    scratch_make_folder("arena/baseq3");
    scratch_make_folder("other");
    scratch_make_folder("other/baseb");
    scratch_make_folder("other/demos");
    scratch_write_text("other/demos/x.dm_68", "");
    snprintf(both, sizeof(both), "%s\n%s", scratch_at("quake"), scratch_at("arena"));
    options.basedir = both;
    expect(&options, "/arena/basea ");
    expect(&(struct search_options){.basedir = both}, "/quake/id1 ");

    /* What none of them holds is searched where it usually is. */
    options.basedir = scratch_at("quake");
    options.demo_path = demo;
    snprintf(demo, sizeof(demo), "%s", scratch_at("other/demos/x.dm_68"));
    expect(&options, "/other/baseb /other/demos ");
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_OK);
    cr_expect_not(result.is_given);
    options.demo_path = NULL;
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_OK);
    cr_expect_eq(result.num_folders, 0);

    /* A folder without any game's data is a mistake, beside good ones too. */
    snprintf(empty, sizeof(empty), "%s", scratch_at("other/demos"));
    snprintf(both, sizeof(both), "%s\n%s", scratch_at("arena"), empty);
    options.basedir = both;
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_MISSING);
    cr_expect(strstr(err.what, empty) && strstr(err.what, "no id1, baseq3 or baseoa folder"), "%s",
              err.what);
}

Test(search, what_a_player_added_lies_over_what_is_installed)
{
    char base[512], demo[512];
    struct search_options options = wanted;
    scratch_make_folder("home/.q3a");
    scratch_make_folder("home/.q3a/basea");
    scratch_make_folder("home/.q3a/mod");
    scratch_write_text("home/.q3a/basea/map.pk3", "");
    scratch_make_folder("q3");
    scratch_make_folder("q3/basea");
    scratch_make_folder("q3/mod");
    scratch_make_folder("q3/missionpack");
    options.remembered = base;
    snprintf(base, sizeof(base), "%s", scratch_at("q3"));
    options.layers[0] = "missionpack";
    options.layers[1] = "mod";
    expect(&options, "/q3/basea /q3/missionpack /q3/mod ");
    scratch_write_text("q3/basea/pak0.pk3", "");
    expect(&options, "/q3/basea /q3/missionpack /q3/mod ");
    options.remembered = NULL;
    options.demo_path = demo;
    snprintf(demo, sizeof(demo), "%s", scratch_at("home/.q3a/mod/x.dm_68"));
    scratch_write_text("home/.q3a/mod/x.dm_68", "");
    options.layers[0] = options.layers[1] = NULL;
    scratch_make_folder("home/.q3a/baseb");
    scratch_make_folder("home/.openarena");
    scratch_make_folder("home/.openarena/basea");
    scratch_write_text("home/.openarena/basea/pak0.pk3", "");
    scratch_make_folder("home/.openarena/mod");
    expect(&options, "/home/.openarena/basea /home/.q3a/basea /home/.openarena/mod "
                     "/home/.q3a/mod ");
}

Test(search, real_data)
{
    struct search_options options = {.base = "baseq3", .other_base = "baseoa"};
    struct search_result result;
    struct format_error err = {0};
    const struct real_data_name base = real_data_path("quake3");
    const struct real_data_name demo = real_data_path("quake3/recorded/oa_dm1_ffa_spec.dm_68");
    options.basedir = base.text;
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert(result.num_folders == 1 && strstr(result.folders[0], "/quake3/baseoa"));
    options.basedir = NULL;
    options.demo_path = demo.text;
    cr_assert_eq(search_find(&result, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert_geq(result.num_folders, 1);
    bool there = false;
    for (int i = 0; i < result.num_folders; i++) {
        there = there || strstr(result.folders[i], "/quake3/baseoa");
    }
    cr_assert(there);
}
