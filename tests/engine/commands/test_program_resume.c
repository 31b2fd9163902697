/* The program as its users meet it: what was drawn while game data could not be read is made again
 * by --resume, with the data that is there now. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "formats/archives/pak.h"
#include "tests/engine/commands/program_stage.h"

enum { PICTURES = 10 };

#define FILM "render", "d.dem", "-basedir", "data", "--size", "160x100", "--quiet", "--fps", "20"

static struct pak_member find_member(const char *name)
{
    struct pak pak;
    struct pak_member member = {.size = 0};
    cr_assert_eq(pak_open_memory(&pak, builtin_pak, builtin_pak_size, NULL), 0);
    for (uint32_t i = 0; i < pak.num_members && strcmp(member.name, name) != 0; i++) {
        cr_assert_eq(pak_get(&pak, i, &member, NULL), 0);
    }
    cr_assert_str_eq(member.name, name);
    return member;
}

/* The built-in pack as pak file, whole or with a level that cannot be read. */
static void write_pak(bool whole)
{
    const struct pak_member level = find_member("maps/reel.bsp");
    uint8_t *bytes = malloc(builtin_pak_size);
    cr_assert_not_null(bytes);
    memcpy(bytes, builtin_pak, builtin_pak_size);
    if (!whole) {
        memset(bytes + (level.data - builtin_pak), 0, level.size);
    }
    program_write("data/id1/pak0.pak", bytes, builtin_pak_size);
    free(bytes);
}

static void make_data(void)
{
    const struct pak_member demo = find_member("demo1.dem");
    (void)program_make_data();
    program_write("d.dem", demo.data, demo.size);
}

/* Expects that the run before told the journal of damaged data. */
static void expect_damaged_pieces(const char *film)
{
    size_t size;
    char name[64];
    snprintf(name, sizeof(name), "%s.resume", film);
    char *text = program_read(program_in_folder(name), &size);
    cr_assert_not_null(text, "%s", name);
    program_expect_holds(text, " damaged\n");
    free(text);
}

/* A folder has the name of picture 3. */
Test(program, resume_makes_pictures_of_damaged_data_again)
{
    make_data();
    EXPECT_STATUS(0, FILM, "--to", "0.5", "-o", "good%d.png");
    write_pak(false);
    cr_assert_eq(mkdir(program_in_folder("p3.png"), 0700), 0);
    EXPECT_STATUS(1, FILM, "--to", "0.5", "-o", "p%d.png");
    expect_damaged_pieces("p%d.png");
    cr_expect_not(program_same_files("good0.png", "p0.png"), "the pak is needed");
    cr_assert_eq(rmdir(program_in_folder("p3.png")), 0);
    write_pak(true);
    EXPECT_STATUS(0, FILM, "--to", "0.5", "-o", "p%d.png", "--resume");
    for (int i = 0; i < PICTURES; i++) {
        char good[24], name[24];
        snprintf(good, sizeof(good), "good%d.png", i);
        snprintf(name, sizeof(name), "p%d.png", i);
        cr_expect(program_same_files(good, name), "%s", name);
    }
}

/* The disk is full when a part of the pieces is there. */
static void expect_made_again(const char *film, const char *good)
{
    char line[1024];
    EXPECT_STATUS(0, FILM, "--to", "12", "-o", good);
    write_pak(false);
    snprintf(line, sizeof(line),
             "cd %s && ulimit -f 2000 && '%s' render d.dem -basedir data --size 160x100 "
             "--quiet --fps 20 --to 12 --jobs 2 -o %s 2> /dev/null",
             program_in_folder("."), program_path(), film);
    cr_expect_neq(system(line), 0, "%s", film);
    expect_damaged_pieces(film);
    write_pak(true);
    EXPECT_STATUS(0, FILM, "--to", "12", "--jobs", "2", "--resume", "-o", film);
    cr_expect(program_same_files(good, film), "%s", film);
}

Test(program, resume_makes_pieces_of_damaged_data_again)
{
    make_data();
    expect_made_again("a.y4m", "good.y4m");
    expect_made_again("a.avi", "good.avi");
}
