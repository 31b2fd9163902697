/* File names of recorded films. */
#include <criterion/criterion.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/capture/film_name.h"
#include "tests/support/scratch.h"

static void set_up(void)
{
    scratch_set_up();
    cr_assert_eq(chdir(scratch_root), 0);
}

TestSuite(film_name, .init = set_up, .fini = scratch_tear_down);

Test(film_name, finds_the_first_free_number)
{
    char path[4096];
    cr_expect_eq(film_name_find(path, sizeof(path), "x/many.zip/duel.mvd.gz", ".avi", 1), 1);
    cr_expect_str_eq(path, "duel-0001.avi");
    scratch_write_text("duel-0001.avi", "");
    scratch_write_text("duel-0002.avi.part", "");
    scratch_write_text("duel-0003-camera.txt", "");
    scratch_write_text("duel-0004.webm", "");
    scratch_write_text("duel-0006.avi", "");
    cr_expect_eq(film_name_find(path, sizeof(path), "duel.mvd", ".gif", 1), 5);
    cr_expect_str_eq(path, "duel-0005.gif");
    cr_expect_eq(film_name_find(path, sizeof(path), "duel.mvd", ".avi", 6), 7);
    cr_expect_str_eq(path, "duel-0007.avi");
}

Test(film_name, fails_without_a_free_number_or_room)
{
    char path[12];
    cr_expect_eq(film_name_find(path, sizeof(path), "duel.mvd", ".avi", 1), -1);
    cr_expect_eq(errno, ENAMETOOLONG);
    char wide[64];
    scratch_write_text("duel-9999.avi", "");
    cr_expect_eq(film_name_find(wide, sizeof(wide), "duel.mvd", ".avi", 9999), -1);
    cr_expect_eq(errno, EEXIST);
    cr_expect_eq(film_name_find(wide, sizeof(wide), "duel.mvd", ".avi", 10000), -1);
}

Test(film_name, companion_files_replace_the_extension)
{
    char path[64];
    cr_expect_eq(film_name_beside(path, sizeof(path), "a/duel-0001.avi", "-camera.txt"), 0);
    cr_expect_str_eq(path, "a/duel-0001-camera.txt");
    cr_expect_eq(film_name_beside(path, sizeof(path), "duel-0001.webm", ""), 0);
    cr_expect_str_eq(path, "duel-0001");
    cr_expect_eq(film_name_beside(path, sizeof(path), "duel", ".txt"), 0);
    cr_expect_str_eq(path, "duel.txt");
    cr_expect_eq(film_name_beside(path, 4, "duel", ".txt"), -1);
}

Test(film_name, falls_back_to_the_pictures_folder)
{
    char path[4096];
    if (geteuid() == 0) {
        return; /* may write anywhere */
    }
    scratch_make_folder("closed");
    scratch_make_folder("pictures");
    setenv("XDG_PICTURES_DIR", scratch_at("pictures"), 1);
    cr_assert_eq(chdir("closed"), 0);
    cr_assert_eq(chmod(".", 0500), 0);
    cr_expect_eq(film_name_find(path, sizeof(path), "duel.mvd", ".avi", 1), 1);
    cr_expect_str_eq(path, scratch_at("pictures/duel-0001.avi"));
    cr_assert_eq(chmod(".", 0700), 0);
}
