/* output_file: a file appears whole or not at all, and replaces nothing unasked. */
#define _GNU_SOURCE /* flock */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/process.h"
#include "formats/base/hash64.h"
#include "tests/support/scratch.h"

TestSuite(output_file, .init = scratch_set_up, .fini = scratch_tear_down);

static void expect_text(const char *name, const char *wanted)
{
    char text[64] = "";
    FILE *file = fopen(scratch_at(name), "rb");
    cr_assert_not_null(file, "%s", name);
    const size_t size = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    cr_expect_eq(size, strlen(wanted));
    cr_expect_str_eq(text, wanted);
}

static size_t count_files(void)
{
    char **names;
    size_t count;
    cr_assert_eq(platform_list_directory(scratch_at("."), &names, &count), 0);
    platform_free_names(names, count);
    return count;
}

enum { TEMPORARY_NAME = 64 };

static void name_temporary(const char *name, unsigned i, char temporary[TEMPORARY_NAME])
{
    snprintf(temporary, TEMPORARY_NAME, ".quakereel-%016llx-%u.tmp",
             (unsigned long long)hash64_add(HASH64_START, name, strlen(name)), i);
}

/* scratch_at has one buffer. */
static struct output_request request_for(const char *name, enum output_way way, bool force)
{
    static char path[OUTPUT_PATH];
    snprintf(path, sizeof(path), "%s", scratch_at(name));
    return (struct output_request){.path = path, .way = way, .force = force};
}

static int write_text(const char *name, const char *text, bool force, struct format_error *err)
{
    const struct output_request request = request_for(name, OUTPUT_WHOLE, force);
    return output_file_write(&request, text, strlen(text), err);
}

Test(output_file, a_whole_file_has_no_name_before_its_end)
{
    struct output_file file;
    const struct output_request request = request_for("a", OUTPUT_WHOLE, false);
    cr_assert_eq(output_file_open(&file, &request, NULL), 0);
    cr_assert_eq(output_file_append(&file, "text", 4), 0);
    cr_expect_not(platform_exists(scratch_at("a")));
    cr_expect_eq(output_file_close(&file, OUTPUT_DONE, NULL), 0);
    expect_text("a", "text");
    cr_expect_eq(count_files(), 1);
    const struct output_request other = request_for("b", OUTPUT_WHOLE, false);
    cr_assert_eq(output_file_open(&file, &other, NULL), 0);
    cr_expect_eq(output_file_close(&file, OUTPUT_PARTLY, NULL), 0);
    cr_expect_eq(count_files(), 1, "what is not finished leaves nothing");
}

Test(output_file, only_force_replaces_and_keeps_the_permissions)
{
    struct format_error err;
    struct stat info;
    cr_assert_eq(write_text("a", "old", false, NULL), 0);
    cr_assert_eq(chmod(scratch_at("a"), 0640), 0);
    cr_expect_lt(write_text("a", "new", false, &err), 0);
    cr_expect_str_eq(err.what, "is there already; --force replaces it");
    expect_text("a", "old");
    cr_expect_eq(write_text("a", "new", true, NULL), 0);
    expect_text("a", "new");
    cr_assert_eq(stat(scratch_at("a"), &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0640);
    cr_expect_eq(count_files(), 1);
}

Test(output_file, a_target_that_appears_meanwhile_stays)
{
    static const enum output_way ways[] = {OUTPUT_WHOLE, OUTPUT_PART};
    for (size_t i = 0; i < 2; i++) {
        struct output_file file;
        struct format_error err;
        const struct output_request request = request_for("a", ways[i], false);
        unlink(request.path);
        cr_assert_eq(output_file_open(&file, &request, NULL), 0);
        cr_assert_eq(output_file_append(&file, "mine", 4), 0);
        scratch_write_text("a", "theirs");
        cr_expect_lt(output_file_close(&file, OUTPUT_DONE, &err), 0);
        cr_expect(strstr(err.what, "appeared while it was written"), "%s", err.what);
        expect_text("a", "theirs");
    }
    expect_text("a.part", "mine");
}

Test(output_file, links_stay_links)
{
    struct format_error err;
    char link[OUTPUT_PATH];
    scratch_write_text("target", "old");
    snprintf(link, sizeof(link), "%s", scratch_at("link"));
    cr_assert_eq(symlink("target", link), 0);
    cr_expect_lt(write_text("link", "new", false, &err), 0);
    cr_expect_eq(write_text("link", "new", true, NULL), 0);
    expect_text("target", "new");
    struct stat info;
    cr_assert_eq(lstat(link, &info), 0);
    cr_expect(S_ISLNK(info.st_mode));
    unlink(scratch_at("target"));
    cr_expect_lt(write_text("link", "new", true, &err), 0);
    cr_expect_str_eq(err.what, "is a link to a file that does not exist");
}

/* A killed process leaves its temporary file, whose lock goes with it. */
Test(output_file, a_temporary_file_that_was_left_is_removed_unless_it_is_in_use)
{
    char left[TEMPORARY_NAME], used[TEMPORARY_NAME];
    name_temporary("a", 0, left);
    name_temporary("b", 0, used);
    cr_assert_eq(write_text("a", "old", false, NULL), 0);
    cr_assert_eq(write_text("b", "old", false, NULL), 0);
    scratch_write_text(left, "half");
    scratch_write_text(used, "half");
    const int fd = open(scratch_at(used), O_RDONLY);
    cr_assert_eq(flock(fd, LOCK_EX), 0);
    cr_expect_eq(write_text("a", "new", true, NULL), 0);
    cr_expect_eq(write_text("b", "new", true, NULL), 0);
    close(fd);
    expect_text("a", "new");
    expect_text("b", "new");
    cr_expect_not(platform_exists(scratch_at(left)));
    expect_text(used, "half");
    cr_expect_eq(count_files(), 3u);
}

Test(output_file, a_part_is_locked_and_stays_when_unfinished)
{
    struct output_file first, second;
    struct format_error err;
    const struct output_request request = request_for("film", OUTPUT_PART, true);
    cr_assert_eq(output_file_open(&first, &request, NULL), 0);
    cr_assert_eq(output_file_append(&first, "half", 4), 0);
    cr_expect_lt(output_file_open(&second, &request, &err), 0);
    cr_expect_str_eq(err.what, "is being written by another process");
    cr_expect_eq(output_file_close(&first, OUTPUT_PARTLY, NULL), 0);
    expect_text("film.part", "half");

    struct output_request again = request_for("film", OUTPUT_PART, false);
    cr_expect_lt(output_file_open(&second, &again, &err), 0);
    cr_expect(strstr(err.what, "--resume"), "%s", err.what);
    expect_text("film.part", "half");
    again.replace_part = true;
    cr_assert_eq(output_file_open(&second, &again, NULL), 0);
    cr_assert_eq(output_file_append(&second, "whole", 5), 0);
    cr_expect_eq(output_file_close(&second, OUTPUT_DONE, NULL), 0);
    expect_text("film", "whole");
    cr_expect_eq(count_files(), 1);
}

/* The second one waits a moment for the lock, and would write a film that it cannot name. */
Test(output_file, a_file_that_is_finished_during_the_wait_for_its_lock_stays)
{
    const struct output_request request = request_for("film", OUTPUT_PART, false);
    const struct timespec pause = {.tv_nsec = 300000000};
    struct output_file first, second;
    struct format_error err = {0};
    int status;
    cr_assert_eq(output_file_open(&first, &request, NULL), 0);
    cr_assert_eq(output_file_append(&first, "film", 4), 0);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        (void)close(first.fd); /* or the child would hold the lock, too */
        const int code = output_file_open(&second, &request, &err);
        _exit(code == FORMAT_BAD && strcmp(err.what, "is there already; --force replaces it") == 0
                  ? 0
                  : 1);
    }
    (void)nanosleep(&pause, NULL);
    cr_expect_eq(output_file_close(&first, OUTPUT_DONE, &err), 0, "%s", err.what);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_text("film", "film");
    cr_expect_eq(count_files(), 1u);
}

Test(output_file, an_empty_part_does_not_stay)
{
    struct output_file file;
    const struct output_request request = request_for("film", OUTPUT_PART, false);
    cr_assert_eq(output_file_open(&file, &request, NULL), 0);
    cr_expect_eq(output_file_close(&file, OUTPUT_PARTLY, NULL), 0);
    cr_expect_eq(count_files(), 0);
}

Test(output_file, another_programs_file_is_adopted)
{
    struct output_file file;
    char other[OUTPUT_PATH];
    const struct output_request request = request_for("film", OUTPUT_PART, false);
    cr_assert_eq(output_file_open(&file, &request, NULL), 0);
    scratch_write_text("other", "encoded");
    snprintf(other, sizeof(other), "%s", scratch_at("other"));
    cr_assert_eq(output_file_adopt(&file, other, NULL), 0);
    cr_expect_eq(output_file_close(&file, OUTPUT_DONE, NULL), 0);
    expect_text("film", "encoded");
    cr_expect_eq(count_files(), 1);
}

Test(output_file, checking_leaves_nothing)
{
    struct format_error err;
    struct output_request request = request_for("a", OUTPUT_WHOLE, false);
    cr_expect_eq(output_file_check(&request, NULL), 0);
    cr_expect_eq(count_files(), 0);
    request = request_for("missing/a", OUTPUT_WHOLE, false);
    cr_expect_lt(output_file_check(&request, &err), 0);
    cr_expect_str_eq(err.what, "cannot write: No such file or directory");
    scratch_write_text("a", "old");
    request = request_for("a", OUTPUT_WHOLE, false);
    cr_expect_lt(output_file_check(&request, NULL), 0);
    request.force = true;
    cr_expect_eq(output_file_check(&request, NULL), 0);
    expect_text("a", "old");
    request = request_for(".", OUTPUT_WHOLE, true);
    cr_expect_lt(output_file_check(&request, &err), 0);
    cr_expect_str_eq(err.what, "cannot write: Is a directory");
}

Test(output_file, a_full_device_is_an_error)
{
    struct format_error err;
    const struct output_request full = {.path = "/dev/full"}, null = {.path = "/dev/null"};
    cr_expect_lt(output_file_write(&full, "x", 1, &err), 0);
    cr_expect_str_eq(err.what, "cannot write: No space left on device");
    cr_expect_eq(output_file_write(&null, "x", 1, NULL), 0);
}

Test(output_file, after_a_failure_writes_are_refused)
{
    static const uint8_t much[1 << 16];
    const struct output_request request = {.path = "/dev/full"};
    struct output_file file;
    cr_assert_eq(output_file_open(&file, &request, NULL), 0);
    int code = 0;
    for (int i = 0; i < 4 && code == 0; i++) {
        code = output_file_append(&file, much, sizeof(much));
    }
    cr_expect_lt(code, 0);
    cr_expect_lt(output_file_append(&file, much, 1), 0);
    cr_expect_lt(output_file_close(&file, OUTPUT_DONE, NULL), 0);
}

static void *read_pipe(void *context)
{
    char text[8] = "";
    const int fd = open(context, O_RDONLY);
    const ssize_t got = read(fd, text, sizeof(text) - 1);
    close(fd);
    return got == 4 && memcmp(text, "text", 4) == 0 ? context : NULL;
}

Test(output_file, a_pipe_is_written_when_it_has_a_reader, .timeout = 30)
{
    char path[OUTPUT_PATH];
    pthread_t reader;
    void *good;
    snprintf(path, sizeof(path), "%s", scratch_at("pipe"));
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_eq(pthread_create(&reader, NULL, read_pipe, path), 0);
    cr_expect_eq(write_text("pipe", "text", false, NULL), 0);
    pthread_join(reader, &good);
    cr_expect_not_null(good);
}

Test(output_file, a_signal_ends_waiting_for_a_pipes_reader, .timeout = 30)
{
    struct process_guard guard;
    struct format_error err;
    cr_assert_eq(mkfifo(scratch_at("pipe"), 0600), 0);
    process_guard_begin(&guard);
    cr_assert_eq(raise(SIGTERM), 0);
    cr_expect_lt(write_text("pipe", "text", false, &err), 0);
    cr_expect_str_eq(err.what, "cannot write: Interrupted system call");
    process_guard_end(&guard);
}

Test(output_file, a_signal_ends_waiting_for_a_slow_reader, .timeout = 30)
{
    static const char bytes[1 << 18];
    struct process_guard guard;
    char path[OUTPUT_PATH];
    snprintf(path, sizeof(path), "%s", scratch_at("pipe"));
    cr_assert_eq(mkfifo(path, 0600), 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK); /* reads nothing */
    cr_assert_neq(signal(SIGINT, SIG_DFL), SIG_ERR);      /* tests in the background ignore it */
    process_guard_begin(&guard);
    cr_assert_eq(raise(SIGINT), 0);
    const struct output_request request = {.path = path};
    cr_expect_lt(output_file_write(&request, bytes, sizeof(bytes), NULL), 0);
    process_guard_end(&guard);
    close(reader);
}

Test(output_file, a_cut_file_is_continued_at_its_new_end)
{
    struct output_file file;
    const struct output_request request = request_for("a", OUTPUT_WHOLE, false);
    cr_assert_eq(output_file_open(&file, &request, NULL), 0);
    const struct media_sink sink = output_file_sink(&file);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"abcdefgh", 8), 0);
    cr_expect_eq(sink.held(sink.context), 8u);
    cr_expect_eq(sink.cut(sink.context, 3), 0);
    cr_expect_eq(sink.held(sink.context), 3u);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"xy", 2), 0);
    cr_expect_eq(sink.patch(sink.context, 1, (const uint8_t *)"Z", 1), 0);
    cr_expect_eq(output_file_close(&file, OUTPUT_DONE, NULL), 0);
    expect_text("a", "aZcxy");
}

Test(output_file, an_existing_file_is_written_from_a_byte_on)
{
    struct output_file file;
    scratch_write_text("a", "0123456789");
    cr_assert_eq(output_file_open_inside(&file, scratch_at("a"), 4, NULL), 0);
    cr_expect_eq(output_file_append(&file, "ab", 2), 0);
    expect_text("a", "0123ab6789");
    cr_expect_eq(output_file_close(&file, OUTPUT_DONE, NULL), 0);
    expect_text("a", "0123ab6789");
    cr_expect_lt(output_file_open_inside(&file, scratch_at("missing"), 0, NULL), 0);
}

Test(output_file, saving_replaces_what_only_the_owner_reads)
{
    struct stat info;
    char path[OUTPUT_PATH];
    snprintf(path, sizeof(path), "%s", scratch_at("marks"));
    cr_expect_eq(output_file_save(path, "one", 3), 0);
    cr_expect_eq(output_file_save(path, "two", 3), 0);
    expect_text("marks", "two");
    cr_assert_eq(stat(path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
    cr_expect_eq(count_files(), 1);
}

/* --- standard output ----------------------------------------------------------------------------
 */

/* Makes a file standard output; returns what was standard output before. */
static int redirect_output(const char *path, int flags)
{
    const int before = dup(STDOUT_FILENO), file = open(path, flags, 0600);
    cr_assert(before >= 0 && file >= 0);
    cr_assert_eq(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
    close(file);
    return before;
}

static void restore_output(int before)
{
    cr_assert_eq(dup2(before, STDOUT_FILENO), STDOUT_FILENO);
    close(before);
}

static int next_descriptor(void)
{
    const int next = dup(STDERR_FILENO);
    close(next);
    return next;
}

Test(output_file, standard_output_stays_open)
{
    char text[16] = "";
    const struct output_request request = {.path = "-"};
    struct output_file file;
    struct format_error err = {0};
    fflush(stdout);
    const int before = redirect_output(scratch_at("a"), O_CREAT | O_WRONLY);
    const int code = output_file_open(&file, &request, &err);
    if (code == 0) {
        const struct media_sink sink = output_file_sink(&file);
        cr_expect_eq(sink.append(sink.context, (const uint8_t *)"film", 4), 0);
        cr_expect_eq(output_file_close(&file, OUTPUT_DONE, &err), 0, "%s", err.what);
        cr_expect_eq(write(STDOUT_FILENO, "more", 4), 4);
    }
    restore_output(before);
    cr_assert_eq(code, 0, "%s", err.what);
    FILE *written = fopen(scratch_at("a"), "rb");
    cr_assert_not_null(written);
    cr_expect_eq(fread(text, 1, sizeof(text) - 1, written), 8u);
    fclose(written);
    cr_expect_str_eq(text, "filmmore");
}

Test(output_file, standard_output_that_cannot_be_written_is_reported)
{
    const struct output_request request = {.path = "-"};
    struct output_file file;
    struct format_error err = {0};
    fflush(stdout);
    const int before = redirect_output("/dev/null", O_RDONLY);
    const int next = next_descriptor();
    const int code = output_file_open(&file, &request, &err);
    const int after = next_descriptor();
    restore_output(before);
    cr_expect_eq(code, FORMAT_BAD);
    cr_expect_str_eq(err.what, "cannot write: Bad file descriptor");
    cr_expect_eq(after, next, "a descriptor stays open");
}
