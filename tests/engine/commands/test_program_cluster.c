/* The recipes of tools/cluster, where GNU parallel and Slurm are installed: a film made in pieces
 * by several workers, one of which is killed, is the film as a whole. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tests/engine/commands/program_stage.h"

enum { PATH_BYTES = 1024, COMMAND_BYTES = 8192 };

#define STRETCH "builtin:demo1 --from 2 --to 3 --size 160x100 --fps 20"

/* Runs shell commands in the test's folder; $cluster is tools/cluster. Whether they end well. */
static void expect_run(bool well, const char *commands)
{
    static char command[COMMAND_BYTES];
    char cluster[PATH_BYTES];
    cr_assert_eq(platform_absolute_path("tools/cluster", cluster, sizeof(cluster)), 0);
    snprintf(command, sizeof(command), "cluster='%s'; cd '%s' && (%s) > said 2>&1", cluster,
             program_in_folder("."), commands);
    const bool good = system(command) == 0;
    size_t size;
    char *said = program_read(program_in_folder("said"), &size);
    cr_expect_eq(good, well, "%s: %s", commands, said ? said : "nothing was said");
    free(said);
}

/* A program that is killed the first time it is to make piece 3, with the shell that runs it. */
static void make_mortal_program(void)
{
    char program[PATH_BYTES], text[2 * PATH_BYTES + 256];
    const char *named = getenv("QUAKEREEL_PROGRAM");
    cr_assert_eq(platform_absolute_path(named && *named ? named : "build/quakereel", program,
                                        sizeof(program)),
                 0);
    const int length = snprintf(text, sizeof(text),
                                "#!/bin/sh\n"
                                "case \"$*\" in *--piece\\ 3/*)\n"
                                "    if mkdir '%s' 2> /dev/null; then\n"
                                "        kill -9 $PPID\n"
                                "        kill -9 $$\n"
                                "    fi\n"
                                "esac\n"
                                "exec '%s' \"$@\"\n",
                                program_in_folder("killed"), program);
    program_write("mortal", text, (size_t)length);
    cr_assert_eq(chmod(program_in_folder("mortal"), 0700), 0);
    setenv("QUAKEREEL", program_in_folder("mortal"), 1);
    expect_run(true, "./mortal render " STRETCH " --quiet -o whole.avi");
}

static bool is_installed(const char *programs)
{
    char command[256];
    snprintf(command, sizeof(command),
             "PATH=$PATH:/usr/sbin; for p in %s; do command -v $p || exit 1; done > /dev/null",
             programs);
    return system(command) == 0;
}

static void expect_whole(const char *name)
{
    cr_expect(platform_is_directory(program_in_folder("killed")), "no worker was killed");
    cr_expect(program_same_files("whole.avi", name));
    cr_expect_not(platform_exists(program_in_folder("film.avi.pieces")));
    rmdir(program_in_folder("killed"));
}

Test(program, cluster_of_parallel)
{
    if (!is_installed("parallel sha256sum")) {
        cr_skip_test("GNU parallel is not installed");
    }
    make_mortal_program();
    expect_run(true, "sh $cluster/parallel.sh -j 2 -n 5 -o film.avi " STRETCH);
    expect_whole("film.avi");
    /* Existing files are not replaced; a damaged piece is rendered again; a piece of another film
     * is not used. */
    expect_run(false, "sh $cluster/parallel.sh -n 5 -o film.avi " STRETCH);
    expect_run(true, "sh $cluster/parallel.sh -k -n 5 -o again.avi " STRETCH " && rm again.avi &&"
                     "echo damage >> again.avi.pieces/again.avi/00002.avi &&"
                     "sh $cluster/parallel.sh -k -n 5 -o again.avi " STRETCH);
    cr_expect(program_same_files("whole.avi", "again.avi"));
    expect_run(false,
               "rm again.avi; sh $cluster/parallel.sh -n 5 -o again.avi " STRETCH " --no-hud");
}

/* Films of all demos of a folder, whose names are no simple ones. */
Test(program, cluster_of_a_folder)
{
    if (!is_installed("parallel sha256sum")) {
        cr_skip_test("GNU parallel is not installed");
    }
    make_mortal_program();
    (void)program_make_data();
    /* One of them is damaged: a film of its good part is one, though making it fails. */
    expect_run(true, "mkdir 'my demos' killed; cp data/id1/short.dem \"my demos/it's one.dem\"\n"
                     "cp data/id1/cut.dem 'my demos/cut.dem'\n"
                     "cp data/id1/short.dem 'my demos/two.dem'\n"
                     "sh $cluster/parallel.sh -n 2 -e y4m -o films 'my demos' --size 160x100 "
                     "--fps 10 -basedir \"$PWD/data\"\n"
                     "./mortal render data/id1/short.dem --size 160x100 --fps 10 -basedir data "
                     "--quiet -o short.y4m\n"
                     "! ./mortal render data/id1/cut.dem --size 160x100 --fps 10 -basedir data "
                     "--quiet -o cut.y4m");
    cr_expect(program_same_files("cut.y4m", "films/cut.dem.y4m"));
    cr_expect(program_same_files("short.y4m", "films/it's one.dem.y4m"));
    cr_expect(program_same_files("short.y4m", "films/two.dem.y4m"));
}

Test(program, cluster_of_slurm)
{
    if (!is_installed("slurmctld slurmd munged sbatch squeue")) {
        cr_skip_test("Slurm is not installed");
    }
    make_mortal_program();
    expect_run(true, "sh $cluster/slurm_node.sh start node || exit 1\n"
                     "trap 'sh $cluster/slurm_node.sh stop node' EXIT\n"
                     "export SLURM_CONF=$PWD/node/slurm.conf\n"
                     "timeout 100 sh $cluster/slurm.sh -w -n 5 -o film.avi " STRETCH);
    expect_whole("film.avi");
}
