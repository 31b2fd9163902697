/* File names and folders of screenshots. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/capture/saved_name.h"
#include "engine/capture/shot_name.h"
#include "tests/support/scratch.h"

TestSuite(shot_name, .init = scratch_set_up, .fini = scratch_tear_down);

static void expect(const char *demo, double seconds, unsigned number, const char *wanted)
{
    char name[SHOT_NAME];
    shot_name_make(name, demo, seconds, number);
    cr_expect_str_eq(name, wanted);
}

Test(shot_name, names_have_demo_and_time)
{
    expect("demo1", 62.345, 0, "demo1-0102.345.png");
    expect("/a/b.c/demo1.dem", 0.0, 0, "demo1-0000.000.png");
    expect("many.zip/x/duel.v2.mvd.gz", 3599.9996, 2, "duel.v2-6000.000-2.png");
    expect("builtin:demo2", 6000.25, 0, "demo2-10000.250.png");
    expect("x.dm_68", -1.0, 0, "x-0000.000.png");
    expect("-", 1.0, 0, "stdin-0001.000.png");
    expect("a", 1.00043, 0, "a-0001.000.png");
    expect("a", 1.0006, 0, "a-0001.001.png");
    expect("duel.gz", 0.0, 0, "duel-0000.000.png");
}

Test(shot_name, names_have_safe_characters_only)
{
    expect("a/..", 0.0, 0, "_-0000.000.png");
    expect("a/-rf \033[1m*.dem", 0.0, 0, "_rf___1m_-0000.000.png");
    expect("a/", 0.0, 0, "a_-0000.000.png");
    expect("", 0.0, 0, "demo-0000.000.png");
    expect(".hidden", 0.0, 0, "_hidden-0000.000.png");
    char huge[5000], name[SHOT_NAME];
    memset(huge, 0xc3, sizeof(huge));
    huge[sizeof(huge) - 1] = '\0';
    shot_name_make(name, huge, 1e300, 4000000000u);
    cr_expect(strlen(name) < SHOT_NAME && strspn(name, "_-.0123456789png") == strlen(name), "%s",
              name);
}

Test(shot_name, nothing_is_overwritten)
{
    char path[512];
    cr_assert_eq(chdir(scratch_root), 0);
    cr_assert_eq(shot_name_find(path, sizeof(path), "demo1", 1.0), 0);
    cr_expect_str_eq(path, "demo1-0001.000.png");
    scratch_write_text("demo1-0001.000.png", "mine");
    cr_assert_eq(symlink("nowhere", scratch_at("demo1-0001.000-2.png")), 0);
    cr_assert_eq(shot_name_find(path, sizeof(path), "demo1", 1.0), 0);
    cr_expect_str_eq(path, "demo1-0001.000-3.png");
    cr_assert_lt(shot_name_find(path, 5, "demo1", 1.0), 0);
    cr_assert_eq(chdir("/"), 0);
}

Test(shot_name, the_current_folder_is_used_where_it_is_writable)
{
    char folder[] = "elsewhere";
    cr_assert_eq(chdir(scratch_root), 0);
    cr_expect_eq(saved_name_folder(folder, sizeof(folder)), 0);
    cr_expect_str_eq(folder, "");
    cr_assert_eq(chdir("/"), 0);
}
