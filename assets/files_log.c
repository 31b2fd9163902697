/* The log of the game's files: lines about missing and damaged files, each once, and their counts.
 */
#include <stdio.h>

#include "assets/files_internal.h"

enum { SAID_MAX = 4096 /* a hostile demo could make the log endless */ };

/* True if it was not logged before. */
static bool log_new_line(struct files *files, files_log_fn log, const char *line)
{
    char clean[1024];
    size_t length = 0;
    /* Names come from strangers: no control characters, which a terminal would obey. */
    for (; line[length] && length < sizeof(clean) - 1; length++) {
        unsigned char c = (unsigned char)line[length];
        clean[length] = (char)(c < 32 || c >= 127 ? '?' : c);
    }
    clean[length] = '\0';
    if (files->said.count > SAID_MAX || name_map_get(&files->said, clean) ||
        (files->copied && name_map_get(&files->copied->said, clean))) {
        return false;
    }
    const char *tell = files->said.count == SAID_MAX ? "more messages are not shown" : clean;
    if (name_map_put(&files->said, tell, files) < 0) {
        files_note_lack(files); /* the message may be logged again */
    }
    if (log) {
        log(files->log_context, tell);
    }
    return true;
}

void files_log_line(struct files *files, const char *line)
{
    (void)log_new_line(files, files->log, line);
}

bool files_lacked_memory(struct files *files)
{
    const bool lacked = files->lacked_memory;
    files->lacked_memory = false;
    return lacked;
}

void files_log(struct files *files, const char *line)
{
    if (!files->lacks_archive) {
        files_log_line(files, line);
    }
}

void files_hear_pieces(struct files *files, files_log_fn log)
{
    files->log_piece = log;
}

void files_log_piece(struct files *files, const char *name, const char *line)
{
    if (files->lacks_archive) {
        return;
    }
    if (!files->log_piece) {
        files_log_line(files, line);
    } else if (log_new_line(files, files->log_piece, line) &&
               missing_pieces_add(&files->pieces, name) < 0) {
        files_note_lack(files);
    }
}

void files_log_detail(struct files *files, const char *line)
{
    if (!files->lacks_archive) {
        (void)log_new_line(files, files->log_piece ? files->log_piece : files->log, line);
    }
}

const struct missing_pieces *files_missing_pieces(const struct files *files)
{
    return &files->pieces;
}

void files_note_missing(struct files *files, enum files_want want)
{
    files->missing[want]++;
}

unsigned files_missing_count(const struct files *files, enum files_want want)
{
    return files->missing[want];
}

void files_note_lack(struct files *files)
{
    files->lacked_memory = true;
}

unsigned files_damaged_count(const struct files *files)
{
    return (unsigned)files->damaged.count;
}

struct format_error files_last_damage(const struct files *files)
{
    return files->last_damage;
}

void files_report_damage(struct files *files, const char *name, const struct format_error *err)
{
    char line[1024];
    files->last_damage = *err;
    snprintf(line, sizeof(line), "%.700s: %s (byte %zu)", name, err->what, err->offset);
    if (files->copied && (!*name || name_map_get(&files->copied->damaged, name))) {
        return; /* that one reported it; in memory it is the same */
    }
    files_log_line(files, line);
    if (name_map_put(&files->damaged, name, files) < 0) {
        files_note_lack(files);
    }
}
