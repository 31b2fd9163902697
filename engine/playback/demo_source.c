#include "engine/playback/demo_source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/file_source.h"
#include "engine/playback/demo_list.h"
#include "engine/playback/families.h"
#include "formats/archives/file_magic.h"
#include "formats/archives/gzip.h"

#define STANDARD_INPUT "-"
#define BUILTIN_PREFIX "builtin:"
#define BUILTIN_DEMO "builtin:demo1"

/* True if the name may be a file inside the game data: a plain relative name. */
static bool may_be_member(const char *name)
{
    return *name && *name != '/' && !strpbrk(name, "\\:") && !strstr(name, "..");
}

/* Loads the name, or the name with a demo's extension, from the game data; also from its folder
 * "demos". */
static int load_member(struct demo_source *source, struct game_files *from, const char *name)
{
    static const char *const suffixes[] = {"",       ".dem",   ".qwd",   ".mvd",   ".dm_68",
                                           ".dm_66", ".dm_67", ".dm_71", ".dm_70", ".dm_48",
                                           ".dm3",   ".dm_91", ".dm_90", ".dm_73"};
    char path[256];
    if (!may_be_member(name)) {
        return FORMAT_MISSING;
    }
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
        for (int in_demos = 0; in_demos < 2; in_demos++) {
            const int length =
                snprintf(path, sizeof(path), "%s%s%s", in_demos ? "demos/" : "", name, suffixes[i]);
            if (length < 0 || (size_t)length >= sizeof(path)) {
                continue;
            }
            const int code = files_get(from->files, path, &source->member);
            if (code == 0) {
                source->data = source->member.data;
                source->size = source->member.size;
            }
            if (code == 0 || code == FORMAT_MEMORY) {
                return code;
            }
        }
    }
    return FORMAT_MISSING;
}

/* The error for a file that is there and cannot be read. */
static int fail_reading(int reason, struct format_error *err)
{
    return reason == ENOMEM ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                            : format_fail(err, FORMAT_BAD, 0, "%s", strerror(reason));
}

/* Makes an archive the only content of source->game: the one in source->data, or the file at
 * `path`. */
static int open_archive(struct demo_source *source, const char *path, struct format_error *err)
{
    int code = FORMAT_MEMORY;
    source->game.files = files_create(NULL, NULL);
    if (source->game.files) {
        code = source->data ? files_add_pak(source->game.files, path, source->data, source->size)
                            : files_add_archive(source->game.files, path);
    }
    return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory") : code;
}

/* The error for a damaged member, with the byte and the reason that the archive's reader gave. */
static int fail_damaged(const struct files *files, const char *what, const char *name,
                        struct format_error *err)
{
    const struct format_error damage = files_last_damage(files);
    return format_fail(err, FORMAT_BAD, damage.offset, "%s %.60s: %s (byte %zu)", what, name,
                       damage.what, damage.offset);
}

/* Loads "DIR/x.pk3/demos/y.dm_68", a member of a pak, zip or Dzip file by the path of both. Returns
 * FORMAT_MISSING if no part of the name is a file. */
static int load_from_archive(struct demo_source *source, struct format_error *err)
{
    char path[4096];
    const size_t length = strlen(source->name);
    if (length >= sizeof(path)) {
        return FORMAT_MISSING;
    }
    memcpy(path, source->name, length + 1);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (slash == path || !platform_is_file(path)) {
            *slash = '/';
            continue;
        }
        source->in_archive = true;
        int code = open_archive(source, path, err);
        if (code < 0) {
            return code == FORMAT_MEMORY
                       ? code
                       : format_fail(err, FORMAT_BAD, 0,
                                     "%.150s is neither a folder nor a pak, zip or Dzip file",
                                     path);
        }
        const unsigned damaged = files_damaged_count(source->game.files);
        code = load_member(source, &source->game, slash + 1);
        if (code == 0 || code == FORMAT_MEMORY) {
            return code == 0 ? 0 : format_fail(err, code, 0, "out of memory");
        }
        if (files_damaged_count(source->game.files) > damaged) {
            return fail_damaged(source->game.files, "damaged in", path, err);
        }
        return format_fail(
            err, FORMAT_BAD, 0,
            damaged > 0 ? "not in %.150s, or damaged or encrypted there" : "not in %.150s", path);
    }
    return FORMAT_MISSING;
}

/* Lists the demos in the archive. */
static int list_members(const struct demo_source *source, struct demo_list *list,
                        struct format_error *err)
{
    if (source->data) {
        const struct byte_source bytes = byte_source_memory(source->data, source->size);
        return demo_list_add_members(list, &bytes, err);
    }
    struct disk_file file;
    if (platform_open_file(source->name, &file) < 0) {
        return fail_reading(errno, err);
    }
    const struct byte_source bytes = file_source(&file);
    const int code = demo_list_add_members(list, &bytes, err);
    platform_close_file(&file);
    return code;
}

/* Loads the only demo in the archive: in source->data or, if that is NULL, in the file. Writes the
 * demo's name to `name`. */
static int load_only_member(struct demo_source *source, char name[256], struct format_error *err)
{
    struct demo_list list = {0};
    int code = list_members(source, &list, err);
    if (code < 0) {
        demo_list_free(&list);
        return code;
    }
    code = open_archive(source, source->name, err);
    if (code < 0) {
        code = code == FORMAT_MEMORY ? code : format_fail(err, code, 0, "a damaged archive");
    } else if (list.count == 0) {
        code = format_fail(err, FORMAT_MISSING, 0, "an archive without demos");
    } else if (list.count > 1) {
        code = format_fail(err, FORMAT_MISSING, 0,
                           "an archive with %zu demos; name one, such as %.120s", list.count,
                           list.names[0]);
    } else {
        snprintf(name, 256, "%s", list.names[0]);
        code = load_member(source, &source->game, name);
        if (code < 0) {
            code = code == FORMAT_MEMORY
                       ? format_fail(err, code, 0, "out of memory")
                       : fail_damaged(source->game.files, "damaged in the archive:", name, err);
        }
    }
    demo_list_free(&list);
    return code;
}

/* Decompresses gzip; reports formats that are not supported. name: Qizmo's files are recognised by
 * their extension. */
static int unpack_gzip(struct demo_source *source, const char *name, struct format_error *err)
{
    const char *packing = file_magic_unsupported(source->data, source->size);
    const size_t length = strlen(name);
    if (!packing && length > 4 && strcmp(name + length - 4, ".qwz") == 0) {
        packing = "Qizmo"; /* has no magic bytes */
    }
    if (packing) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "packed by %s, which is not read", packing);
    }
    if (!gzip_is(source->data, source->size)) {
        return 0;
    }
    struct format_error torn;
    const int code = gzip_read(source->data, source->size, &source->unpacked, &torn);
    if (code == FORMAT_UNKNOWN || code == FORMAT_MEMORY || (code < 0 && !source->unpacked.data)) {
        return format_fail(err, code, torn.offset, "%s", torn.what);
    }
    if (code < 0) {
        source->is_torn = true;
        source->torn = torn;
    }
    platform_free_file(&source->file); /* the packed bytes are done with */
    files_release(source->game.files, &source->member);
    source->size = source->unpacked.size;
    static const uint8_t nothing[1];
    source->data = source->unpacked.data ? source->unpacked.data : nothing;
    packing = file_magic_unsupported(source->data, source->size);
    if (packing || file_magic_is_archive(source->data, source->size)) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "gzip around %s, which is not read",
                           packing ? packing : "an archive");
    }
    return 0;
}

/* Step 2 of opening: decompresses what find_bytes found, down to the demo. `name` loses a ".gz". */
static int unpack_bytes(struct demo_source *source, char name[256], bool is_file,
                        struct format_error *err)
{
    int code = 0;
    if (is_file && (!source->data || file_magic_is_archive(source->data, source->size))) {
        code = load_only_member(source, name, err);
    }
    if (code == 0) {
        code = unpack_gzip(source, name, err);
    }
    const size_t length = strlen(name);
    if (code == 0 && length > 3 && strcmp(name + length - 3, ".gz") == 0) {
        name[length - 3] = '\0';
    }
    return code;
}

/* Step 3: detects the family and opens the demo. Damage of the demo is not an error here:
 * source->demo has it. */
static int open_demo(struct demo_source *source, const char *name, struct format_error *err)
{
    if (demo_open(&source->demo, source->data, source->size, name) < 0 &&
        source->demo.code == FORMAT_MEMORY) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    return 0;
}

/* Reads an open file, but no archive: of that only the member is read. Returns 0, or -1 with errno.
 */
static int read_demo_file(struct demo_source *source, const struct disk_file *file)
{
    uint8_t head[FILE_MAGIC_ARCHIVE];
    size_t got;
    if (platform_read_at(file, 0, head, sizeof(head), &got) < 0) {
        return -1;
    }
    if (file_magic_is_archive(head, got)) {
        source->in_archive = true;
        return 0;
    }
    if (platform_read_whole(file, PLATFORM_FILE_MAX, &source->file) < 0) {
        return -1;
    }
    source->data = source->file.data;
    source->size = source->file.size;
    if (source->size < file->size) {
        source->is_torn = true;
        (void)format_fail(&source->torn, FORMAT_UNREADABLE, source->size,
                          "the file got shorter while it was read");
    }
    return 0;
}

/* Reads a file. Returns 0, FORMAT_MISSING if there is none (*reason = errno; the name may be in the
 * game data), or another negative code with err if it cannot be read. */
static int read_plain(struct demo_source *source, int *reason, struct format_error *err)
{
    struct disk_file file;
    int code = platform_open_file(source->name, &file);
    if (code == 0) {
        code = read_demo_file(source, &file);
    }
    *reason = errno;
    platform_close_file(&file);
    if (code == 0) {
        *reason = 0;
        return 0;
    }
    return platform_is_file(source->name) ? fail_reading(*reason, err) : FORMAT_MISSING;
}

/* The error for a name that is neither a file nor in the game data. */
static int fail_missing(const struct demo_source *source, int reason, struct format_error *err)
{
    if (reason == EISDIR) {
        return format_fail(err, FORMAT_MISSING, 0, "a folder without demos");
    }
    if (reason != 0 && reason != ENOENT) { /* a device, a name that is too long */
        return format_fail(err, FORMAT_MISSING, 0, "%s",
                           reason == EINVAL ? "Not a regular file" : strerror(reason));
    }
    if (reason == 0) {
        return format_fail(err, FORMAT_MISSING, 0, "there is no such built-in demo");
    }
    return format_fail(err, FORMAT_MISSING, 0, "no such file%s",
                       !may_be_member(source->name) ? ""
                       : source->game.found         ? ", and none in the game data"
                                                    : ", and no game data to look in");
}

/* The folders that the demo needs over id1, lowest first; `game` stores the second one's name.
 * Returns 0 or FORMAT_MEMORY. */
static int find_layers(const struct demo *demo, const char *layers[SEARCH_LAYERS],
                       char game[DEMO_GAME_DIR_BYTES])
{
    const struct demo_family *family = demo->family;
    game[0] = '\0';
    const int code = demo->file && family->game_dir ? family->game_dir(demo->file, game) : 0;
    layers[0] = family ? family->base_dir : NULL;
    layers[1] = game[0] ? game : NULL;
    return code;
}

/* Searches the demo in the game data: in id1 and the mod folder, then QuakeWorld's, then Quake
 * III's, then OpenArena's. */
static int find_member(struct demo_source *source, struct game_files_options *search,
                       const char *member, struct format_error *err)
{
    static const struct {
        const char *base, *layer;
    } places[] = {{NULL, NULL}, {NULL, "qw"}, {"baseq3", NULL}, {"baseoa", NULL}};
    int first = 0;
    bool found = false;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct format_error inner = {0};
        struct game_files data;
        struct game_files_options options = *search;
        options.search.base = places[i].base;
        options.search.layers[0] = places[i].layer;
        if (options.search.base) { /* only the demo is looked up in it */
            options.log = NULL;
        }
        const int status = game_files_open(&data, &options, &inner);
        const int code = status == 0 ? load_member(source, &data, member) : FORMAT_MISSING;
        if (code == 0) {
            game_files_close(&source->game);
            source->game = data;
            return 0;
        }
        if (code == FORMAT_MEMORY) {
            game_files_close(&data);
            return format_fail(err, code, 0, "out of memory");
        }
        if (i == 0) {
            first = status;
            if (err) {
                *err = inner;
            }
        }
        found |= status == 0 && data.found;
        if (i == 0 && status == 0) {
            source->game = data; /* for the error message */
        } else {
            game_files_close(&data);
        }
        if (search->builtin) {
            break;
        }
    }
    source->game.found |= found;
    return first < 0 && !found ? first : FORMAT_MISSING;
}

/* Takes the bytes of standard input. */
static int take_input(struct demo_source *source, const struct demo_search *search,
                      struct format_error *err)
{
    if (!search->input || !search->input->data) {
        return format_fail(err, FORMAT_BAD, 0, "there is no standard input here");
    }
    source->data = search->input->data;
    source->size = search->input->size;
    return 0;
}

/* Step 1 of opening: finds the bytes of the name. *is_file: they are a whole file or standard
 * input, not a member of an archive. */
static int find_bytes(struct demo_source *source, const struct demo_search *demo_search,
                      struct game_files_options *search, bool *is_file, struct format_error *err)
{
    const char *member = source->name;
    int reason = 0;
    int code = FORMAT_MISSING;
    *is_file = false;
    search->builtin = strncmp(member, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0;
    if (search->builtin) {
        member += strlen(BUILTIN_PREFIX);
    } else if (strcmp(member, STANDARD_INPUT) == 0) {
        *is_file = true;
        return take_input(source, demo_search, err);
    } else {
        code = read_plain(source, &reason, err);
        *is_file = code == 0;
        if (code == FORMAT_MISSING) {
            code = load_from_archive(source, err);
        }
    }
    source->in_file = code == 0;
    search->search.demo_path = code == 0 ? source->name : NULL;
    if (code == FORMAT_MISSING) {
        code = find_member(source, search, member, err);
        if (code == FORMAT_MISSING && source->game.files) {
            if (files_lacked_memory(source->game.files)) { /* the demo may exist */
                return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
            }
            return fail_missing(source, reason, err);
        }
    }
    return code;
}

/* Step 4: opens the game files that the demo needs. The files in which the demo was found keep its
 * bytes: they move to source->finder. */
static int open_game_files(struct demo_source *source, const struct game_files_options *search,
                           bool is_file, struct format_error *err)
{
    const char *layers[SEARCH_LAYERS];
    char game[DEMO_GAME_DIR_BYTES];
    if (is_file || source->in_file) {
        source->finder = source->game;
        source->game = (struct game_files){0};
    }
    if (find_layers(&source->demo, layers, game) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const bool has_bases = source->demo.file && source->demo.family->bases;
    const char *const *bases = has_bases ? source->demo.family->bases(source->demo.file) : NULL;
    const bool enough = search->builtin || (!layers[0] && !layers[1] && !bases);
    if (source->game.files && enough) {
        return 0;
    }
    struct game_files_options wanted = *search;
    wanted.search.layers[0] = layers[0];
    wanted.search.layers[1] = search->search.game ? NULL : layers[1];
    if (source->game.files) {
        source->finder = source->game;
        source->game = (struct game_files){0};
    }
    if (bases) {
        wanted.search.base = bases[0];
        wanted.search.other_base = bases[1];
    }
    return game_files_open(&source->game, &wanted, err);
}

/* Step 5: opens Quake's or Quake III's data in those files. */
static int open_game_data(struct demo_source *source, int threads, struct format_error *err)
{
    const struct demo_family *family = source->demo.family;
    threads = threads > 0 ? threads : 1;
    if (family && family->quake3_data) {
        return q3_data_open(&source->quake3, &source->game, threads, err);
    }
    return quake_data_open(&source->quake, &source->game, threads, err);
}

/* Converts a search into options of game_files_open. */
static struct game_files_options choose_files(const struct demo_search *search)
{
    return (struct game_files_options){.search = {.basedir = search->basedir,
                                                  .game = search->game,
                                                  .remembered = search->remembered},
                                       .log = search->log,
                                       .log_piece = search->log_piece,
                                       .log_context = search->log_context};
}

/* Closes everything but keeps what error messages need. */
static void close_failed(struct demo_source *source)
{
    const struct demo_source told = {
        .name = source->name,
        .in_file = source->in_file,
        .no_game_data = !source->in_archive && !source->data && source->game.files &&
                        !source->game.found && may_be_member(source->name),
    };
    demo_source_close(source);
    *source = told;
}

bool demo_source_reads(const struct demo_source *source, const char *path)
{
    return (source->in_file && platform_is_same_file(source->name, path)) ||
           files_reads(source->finder.files, path) || files_reads(source->game.files, path);
}

/* The five steps from a name to a demo, the last two only `with_game`. */
static int open_source(struct demo_source *source, const struct demo_search *search,
                       struct game_files_options *options, bool with_game, struct format_error *err)
{
    char name[256]; /* the end of a long one is enough to tell the demo's kind */
    const size_t length = strlen(source->name), longest = sizeof(name) - 1;
    snprintf(name, sizeof(name), "%s", source->name + (length > longest ? length - longest : 0));
    bool is_file;
    int code = find_bytes(source, search, options, &is_file, err);
    if (code == 0) {
        code = unpack_bytes(source, name, is_file, err);
    }
    if (code == 0) {
        code = open_demo(source, name, err);
    }
    if (code == 0 && with_game) {
        code = open_game_files(source, options, is_file, err);
    }
    if (code == 0 && with_game) {
        code = open_game_data(source, search->threads, err);
    }
    if (code == 0 && search->output && demo_source_reads(source, search->output)) {
        code = format_fail(err, FORMAT_BAD, 0, "%.150s is read, and would be replaced",
                           search->output);
    }
    if (code < 0) {
        close_failed(source);
    }
    return code;
}

int demo_source_open(struct demo_source *source, const char *name, const struct demo_search *search,
                     struct format_error *err)
{
    *source = (struct demo_source){.name = name ? name : BUILTIN_DEMO};
    struct game_files_options options = choose_files(search);
    return open_source(source, search, &options, true, err);
}

int demo_source_open_bytes(struct demo_source *source, const char *name,
                           const struct demo_search *search, struct format_error *err)
{
    *source = (struct demo_source){.name = name};
    struct game_files_options options = choose_files(search);
    options.log = NULL;
    return open_source(source, search, &options, false, err);
}

void demo_source_describe_search(const struct demo_source *source, const struct demo_search *search,
                                 char *text, size_t size)
{
    struct game_files_options options = choose_files(search);
    options.search.demo_path = source->in_file ? source->name : NULL;
    if (source->demo.file && source->demo.family->bases) {
        const char *const *bases = source->demo.family->bases(source->demo.file);
        options.search.base = bases[0];
        options.search.other_base = bases[1];
    }
    search_describe(&options.search, text, size);
}

struct scene_data demo_source_data(struct demo_source *source)
{
    return source->quake3
               ? (struct scene_data){.quake3 = source->quake3, .files = source->game.files}
               : (struct scene_data){.quake = &source->quake};
}

void demo_source_close(struct demo_source *source)
{
    demo_close(&source->demo);
    byte_writer_free(&source->unpacked);
    quake_data_close(&source->quake);
    q3_data_close(source->quake3);
    game_files_close(&source->game);
    game_files_close(&source->finder);
    platform_free_file(&source->file);
    *source = (struct demo_source){0};
}
