/* Search rules of Quake III's files: the order of pk3s, folders that count as such, names that are
 * there twice, and listings. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/files.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

TestSuite(files_quake3, .init = scratch_set_up, .fini = scratch_tear_down);

/* Members one after the other, "name=text", up to NULL. */
static void write_pk3(const char *path, const char *const *members)
{
    struct zip_bytes zip = {0};
    for (; *members; members++) {
        char name[64];
        const char *text = strchr(*members, '=') + 1;
        snprintf(name, sizeof(name), "%.*s", (int)(text - *members - 1), *members);
        zip_bytes_add(&zip, name, text, strlen(text));
    }
    zip_bytes_end(&zip);
    scratch_write(path, zip.out.data, zip.out.size);
    byte_writer_free(&zip.out);
    byte_writer_free(&zip.directory);
}

static void make_game(void)
{
    scratch_make_folder("base");
    scratch_make_folder("base/Scripts");
    scratch_make_folder("base/Scripts/deep");
    scratch_make_folder("base/Scripts/deep/deeper");
    scratch_make_folder("base/pak5.pk3dir");
    scratch_make_folder("base/pak5.pk3dir/scripts");
    scratch_write_text("base/Scripts/b.shader", "loose");
    scratch_write_text("base/Scripts/notes.txt", "no shader");
    scratch_write_text("base/Scripts/deep/d.shader", "deep");
    scratch_write_text("base/Scripts/deep/deeper/e.shader", "too deep");
    scratch_write_text("base/pak5.pk3dir/scripts/five.shader", "folder");
    scratch_write_text("base/pak5.pk3dir/x", "folder");
    write_pk3("base/pak0.pk3", (const char *const[]){"scripts/z.shader=z", "x=pak0", "y=first",
                                                     "scripts\\a.SHADER=a", "scripts/b.shader=pak",
                                                     "scripts/in/c.shader=c", "Y=second",
                                                     "scripts/in/two/f.shader=f",
                                                     "scripts/z.shader=again", "w=pak0", NULL});
    write_pk3("base/pak_a.pk3", (const char *const[]){"u=underscore", "scripts/u.shader=u", NULL});
    write_pk3("base/pakz.pk3", (const char *const[]){"u=z", NULL});
    write_pk3("base/PAK4.pk3", (const char *const[]){"x=pak4", "w=pak4", NULL});
}

static struct files *open_game(struct scratch_talk *talk)
{
    struct files *files = files_create(scratch_hear, talk);
    cr_assert_not_null(files);
    cr_assert_eq(files_add_directory(files, scratch_at("base")), FORMAT_OK);
    return files;
}

Test(files_quake3, order)
{
    struct scratch_talk talk = {0};
    make_game();
    struct files *files = open_game(&talk);
    scratch_expect(files, "x", "folder");
    scratch_expect(files, "w", "pak4");
    scratch_expect(files, "u", "underscore"); /* '_' comes behind all letters */
    scratch_expect(files, "y", "second");     /* the later one of a zip */
    scratch_expect(files, "scripts/a.shader", "a");
    scratch_expect(files, "scripts/b.shader", "loose");
    scratch_expect(files, "scripts/z.shader", "again");
    cr_assert_eq(talk.lines, 0, "%s", talk.all);
    files_destroy(files);
}

Test(files_quake3, listing)
{
    static const char *const expected[] = {
        "scripts/b.shader", "scripts/deep/d.shader", "scripts/u.shader",   "scripts/five.shader",
        "scripts/z.shader", "scripts/a.shader",      "scripts/in/c.shader"};
    struct scratch_talk talk = {0};
    struct files_names names;
    make_game();
    struct files *files = open_game(&talk);
    cr_assert_eq(files_list(files, "scripts", ".shader", &names), FORMAT_OK);
    cr_assert_eq(names.count, 7);
    for (size_t i = 0; i < names.count; i++) {
        cr_assert_str_eq(names.names[i], expected[i]);
    }
    files_names_free(&names);
    cr_assert_eq(files_list(files, "nothing", ".shader", &names), FORMAT_OK);
    cr_assert_eq(names.count, 0);
    files_names_free(&names);
    files_destroy(files);
}

Test(files_quake3, found_by_one_and_unpacked_by_another)
{
    static const struct {
        const char *name, *text;
    } all[] = {{"y", "second"}, {"X", "folder"}, {"scripts/b.shader", "loose"},
               {"none", NULL},  {"../x", NULL},  {"scripts", NULL}};
    struct scratch_talk talk = {0};
    make_game();
    struct files *files = open_game(&talk);
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct files_place place;
        const int code = files_find(files, all[i].name, &place);
        cr_assert_eq(code, all[i].text ? FORMAT_OK : FORMAT_MISSING, "%s", all[i].name);
        cr_assert_eq(files_has(files, all[i].name), all[i].text != NULL);
        if (code == FORMAT_OK) {
            const uint8_t *data;
            size_t size;
            uint8_t *owned;
            cr_assert_eq(files_unpack(&place, &data, &size, &owned), FORMAT_OK);
            cr_assert(size == strlen(all[i].text) && memcmp(data, all[i].text, size) == 0);
            free(owned);
            files_leave(&place);
        }
    }
    cr_assert_eq(files_held_bytes(files), 0);
    files_destroy(files);
}

Test(files_quake3, memory_is_freed_whatever_fails)
{
    struct scratch_talk talk = {0};
    make_game();
    int code = FORMAT_MEMORY;
    for (uint64_t from = 1; code < 0; from++) {
        cr_assert_lt(from, 500);
        scarce_begin_from(from);
        struct files *files = files_create(scratch_hear, &talk);
        code = files ? files_add_directory(files, scratch_at("base")) : FORMAT_MEMORY;
        struct files_names names = {0};
        if (code == FORMAT_OK) {
            code = files_list(files, "scripts", ".shader", &names);
        }
        cr_assert(code == FORMAT_MEMORY || names.count == 7);
        files_names_free(&names);
        files_destroy(files);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
    }
}
