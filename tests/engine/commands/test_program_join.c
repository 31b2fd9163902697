/* The program as its users meet it: films put together of pieces. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/media/film_bytes.h"

static void write_piece(const char *name, enum film_bytes_kind kind, int first, int end)
{
    struct byte_writer film;
    cr_assert(film_bytes_make(&film, kind, first, end, AVI_SEGMENT_BYTES));
    program_write(name, film.data, film.size);
    byte_writer_free(&film);
}

Test(program, join_makes_the_whole_of_its_pieces)
{
    static const struct {
        enum film_bytes_kind kind;
        const char *said;
    } cases[] = {{FILM_BYTES_MJPEG, "o: 3 pieces, 30 frames, 8000 samples\n"},
                 {FILM_BYTES_SILENT, "o: 3 pieces, 30 frames\n"},
                 {FILM_BYTES_Y4M, "o: 3 pieces, 30 frames\n"},
                 {FILM_BYTES_WAV, "o: 3 pieces, 8000 samples\n"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        write_piece("whole", cases[i].kind, 0, 30);
        write_piece("a", cases[i].kind, 0, 11);
        write_piece("b", cases[i].kind, 11, 12);
        write_piece("c", cases[i].kind, 12, 30);
        struct program_result r = RUN("join", "a", "b", "c", "-o", "o", "--force");
        cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
        cr_expect_str_eq(r.out, cases[i].said);
        cr_expect_str_eq(r.err, "");
        program_free(&r);
        cr_expect(program_same_files("whole", "o"), "%s", cases[i].said);
        if (cases[i].kind == FILM_BYTES_Y4M || cases[i].kind == FILM_BYTES_WAV) {
            size_t size;
            char *whole = program_read(program_in_folder("whole"), &size);
            r = RUN("join", "a", "b", "c", "-o", "-");
            cr_expect(r.status == EXIT_GOOD && r.out_size == size);
            cr_expect_arr_eq(r.out, whole, size);
            program_free(&r);
            free(whole);
        }
    }
}

Test(program, join_replaces_nothing_unasked)
{
    write_piece("a.avi", FILM_BYTES_MJPEG, 0, 3);
    write_piece("b.avi", FILM_BYTES_MJPEG, 3, 5);
    program_write("o.avi", "mine", 4);
    EXPECT_REFUSED(1, "is there already; --force replaces it", "join", "a.avi", "b.avi", "-o",
                   "o.avi");
    size_t size;
    char *bytes = program_read(program_in_folder("o.avi"), &size);
    cr_expect(size == 4 && memcmp(bytes, "mine", 4) == 0);
    free(bytes);
    EXPECT_REFUSED(1, "is read", "join", "a.avi", "b.avi", "-o", "./b.avi", "--force");
    EXPECT_STATUS(0, "join", "a.avi", "b.avi", "-o", "o.avi", "--force");
    bytes = program_read(program_in_folder("o.avi"), &size);
    cr_expect_gt(size, 4);
    free(bytes);
}

Test(program, join_that_cannot_be)
{
    write_piece("a.avi", FILM_BYTES_MJPEG, 0, 3);
    write_piece("b.y4m", FILM_BYTES_Y4M, 3, 5);
    size_t size;
    char *bytes = program_read(program_in_folder("b.y4m"), &size);
    program_write("cut.y4m", bytes, size - 1);
    free(bytes);
    EXPECT_REFUSED(2, "no piece", "join", "-o", "o.avi");
    EXPECT_REFUSED(2, "no film or demo to write (-o)", "join", "a.avi");
    EXPECT_REFUSED(2, "--basedir is not an option of join", "join", "a.avi", "--basedir", ".", "-o",
                   "o");
    EXPECT_REFUSED(1, "b.y4m: not an AVI", "join", "a.avi", "b.y4m", "-o", "o.avi");
    EXPECT_REFUSED(1, "cut.y4m: byte 627: ends inside a frame of 270 bytes", "join", "b.y4m",
                   "cut.y4m", "-o", "o.y4m");
    EXPECT_REFUSED(1, "none.avi: No such file", "join", "a.avi", "none.avi", "-o", "o.avi");
    EXPECT_REFUSED(1, "not to standard output", "join", "a.avi", "-o", "-");
    EXPECT_REFUSED(1, "none/o.avi: cannot write: No such file", "join", "a.avi", "-o",
                   "none/o.avi");
    EXPECT_REFUSED(1, "No space left", "join", "a.avi", "-o", "/dev/full");
    EXPECT_REFUSED(1, "No space left", "join", "b.y4m", "-o", "/dev/full");
    cr_expect_not(platform_exists(program_in_folder("o.avi")));
    cr_expect_not(platform_exists(program_in_folder("o.y4m")));
}

Test(program, join_speaks_to_a_full_pipe)
{
    write_piece("b.y4m", FILM_BYTES_Y4M, 3, 5);
    struct program_result r =
        program_run_to("/dev/full", (const char *const[]){"join", "b.y4m", "-o", "-", NULL});
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, "standard output: cannot write: No space left");
    program_free(&r);
}
