/* system_output.h by Windows.
 *
 * A lock is the way a file is open: with the right to delete it, which nobody else gets meanwhile.
 * Names are given to open files, so that none is ever without its lock. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "assets/platform.h"
#include "assets/system/system_output.h"
#include "assets/system/windows_text.h"

enum {
    OWN_ACCESS = DELETE,
    OTHERS_MAY = FILE_SHARE_READ | FILE_SHARE_WRITE, /* not delete or rename it */
    ANYTHING = OTHERS_MAY | FILE_SHARE_DELETE,
    WRITE_MAX = 1 << 26
};

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

static int make_descriptor(HANDLE handle)
{
    if (handle == INVALID_HANDLE_VALUE) {
        return windows_fail();
    }
    const int fd = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (fd < 0) {
        CloseHandle(handle);
        errno = EMFILE;
    }
    return fd;
}

static int open_file(const char *path, DWORD access, DWORD others, DWORD how)
{
    wchar_t wide[WINDOWS_PATH];
    return windows_path(path, wide)
               ? make_descriptor(CreateFileW(wide, access, others, NULL, how, 0, NULL))
               : -1;
}

/* --- what is there ---------------------------------------------------------------------------- */

/* Names of devices, in every folder and with every extension: "con", "NUL", "lpt1.txt". */
static bool is_device_name(const char *name)
{
    static const char *const words[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    static const char *const numbered[] = {"com", "lpt"};
    size_t length = strcspn(name, ".");
    while (length > 0 && name[length - 1] == ' ') {
        length--;
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (length == strlen(words[i]) && _strnicmp(name, words[i], length) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof(numbered) / sizeof(numbered[0]); i++) {
        if (length == 4 && name[3] >= '1' && name[3] <= '9' &&
            _strnicmp(name, numbered[i], 3) == 0) {
            return true;
        }
    }
    return false;
}

/* What the system takes for more than a name, or for another one: patterns, streams of a file, the
 * other slash, dots and spaces at the end. */
static bool is_plain_name(const char *path, const char *name)
{
    const size_t length = strlen(name);
    for (const char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || strchr("<>:\"|?*", *c)) {
            return false;
        }
    }
    return strchr(path, '\\') == NULL && length > 0 && name[length - 1] != '.' &&
           name[length - 1] != ' ';
}

int system_look(const char *path, struct system_entry *entry)
{
    wchar_t wide[WINDOWS_PATH];
    const char *name = path + platform_name_at(path);
    *entry = (struct system_entry){0};
    if (strncmp(path, "//./", 4) == 0 || _stricmp(name, "nul") == 0 || _stricmp(name, "con") == 0) {
        entry->kind = SYSTEM_STREAM;
        return 0;
    }
    if (platform_is_directory(path)) {
        entry->kind = SYSTEM_FOLDER;
        return 0;
    }
    if (!is_plain_name(path, name) || is_device_name(name)) {
        errno = EINVAL;
        return -1;
    }
    if (!windows_path(path, wide)) {
        return -1;
    }
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        (void)windows_fail();
        return errno == ENOENT ? 0 : -1;
    }
    entry->is_link = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    entry->kind = platform_is_file(path) ? SYSTEM_FILE
                  : entry->is_link       ? SYSTEM_BROKEN_LINK
                                         : SYSTEM_STREAM;
    return 0;
}

int system_check_writable(const char *path)
{
    wchar_t wide[WINDOWS_PATH];
    if (!windows_path(path, wide)) {
        return -1;
    }
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) == 0) {
        return 0;
    }
    errno = EACCES;
    return -1;
}

int64_t system_size(int fd)
{
    LARGE_INTEGER size;
    return GetFileType(handle_of(fd)) == FILE_TYPE_DISK && GetFileSizeEx(handle_of(fd), &size)
               ? size.QuadPart
               : -1;
}

/* --- opening ---------------------------------------------------------------------------------- */

int system_create(const char *path, unsigned mode)
{
    (void)mode;
    const int fd =
        open_file(path, GENERIC_READ | GENERIC_WRITE | OWN_ACCESS, OTHERS_MAY, CREATE_NEW);
    if (fd < 0 && errno == EACCES && platform_exists(path)) {
        errno = EEXIST; /* another process is about to remove it */
    }
    return fd;
}

enum system_part system_open_part(const char *path, unsigned mode, int *fd)
{
    (void)mode;
    *fd = -1;
    if (platform_exists(path) && !platform_is_file(path)) {
        return SYSTEM_PART_OTHER;
    }
    *fd = open_file(path, GENERIC_READ | GENERIC_WRITE | OWN_ACCESS, OTHERS_MAY, OPEN_ALWAYS);
    return *fd >= 0                                    ? SYSTEM_PART_LOCKED
           : GetLastError() == ERROR_SHARING_VIOLATION ? SYSTEM_PART_HELD
                                                       : SYSTEM_PART_FAILED;
}

int system_create_unnamed(const char *folder, unsigned mode)
{
    (void)folder;
    (void)mode;
    return -1;
}

int system_name(int fd, const char *name)
{
    (void)fd;
    (void)name;
    errno = ENOSYS;
    return -1;
}

void system_lock(int fd)
{
    (void)fd;
}

int system_open_inside(const char *path)
{
    return open_file(path, GENERIC_WRITE, ANYTHING, OPEN_EXISTING);
}

int system_open_stream(const char *path)
{
    return open_file(path, GENERIC_WRITE, OTHERS_MAY, OPEN_EXISTING);
}

int system_open_output(size_t *write_max)
{
    fflush(stdout);
    *write_max = SIZE_MAX;
    return _dup(1);
}

void system_close(int fd)
{
    _close(fd);
}

void system_set_mode(int fd, unsigned mode)
{
    (void)fd;
    (void)mode;
}

/* --- writing ---------------------------------------------------------------------------------- */

static DWORD write_size(size_t size)
{
    return size < WRITE_MAX ? (DWORD)size : WRITE_MAX;
}

int system_write_at(int fd, const uint8_t *bytes, size_t size, uint64_t at)
{
    while (size > 0) {
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        DWORD written = 0;
        if (!WriteFile(handle_of(fd), bytes, write_size(size), &written, &place)) {
            return windows_fail();
        }
        if (written == 0) {
            errno = EIO;
            return -1;
        }
        bytes += written;
        size -= written;
        at += written;
    }
    return 0;
}

int system_write_stream(int fd, const uint8_t *bytes, size_t size, size_t write_max)
{
    (void)write_max;
    while (size > 0) {
        DWORD written = 0;
        if (!WriteFile(handle_of(fd), bytes, write_size(size), &written, NULL)) {
            return windows_fail();
        }
        if (written == 0) {
            errno = EIO;
            return -1;
        }
        bytes += written;
        size -= written;
    }
    return 0;
}

int system_append(const char *path, const void *bytes, size_t size, bool sync)
{
    DWORD written = 0;
    const int fd = open_file(path, FILE_APPEND_DATA | SYNCHRONIZE, ANYTHING, OPEN_EXISTING);
    if (fd < 0) {
        return -1;
    }
    int code = WriteFile(handle_of(fd), bytes, (DWORD)size, &written, NULL) ? 0 : windows_fail();
    if (code == 0 && written != size) {
        errno = EIO;
        code = -1;
    }
    if (code == 0 && sync) {
        code = system_sync(fd);
    }
    const int reason = errno;
    _close(fd);
    errno = reason;
    return code;
}

int system_cut(int fd, uint64_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size};
    return SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof(end))
               ? 0
               : windows_fail();
}

FILE *system_stdio(int fd, bool is_stream)
{
    (void)is_stream;
    const int copy = _dup(fd);
    FILE *stream = copy < 0 ? NULL : _fdopen(copy, "wb");
    if (!stream && copy >= 0) {
        const int reason = errno;
        _close(copy);
        errno = reason;
    }
    return stream;
}

int system_sync(int fd)
{
    return FlushFileBuffers(handle_of(fd)) ? 0 : windows_fail();
}

/* The file system's own journal has the names. */
void system_sync_folder(const char *folder)
{
    (void)folder;
}

void system_sync_all(const char *folder)
{
    (void)folder;
}

bool system_can_sync_all(void)
{
    return false;
}

/* --- names ------------------------------------------------------------------------------------ */

static int rename_open(HANDLE handle, const char *to, bool force)
{
    wchar_t wide[WINDOWS_PATH], full[WINDOWS_PATH];
    if (!windows_path(to, wide)) {
        return -1;
    }
    const DWORD length = GetFullPathNameW(wide, WINDOWS_PATH, full, NULL);
    if (length == 0 || length >= WINDOWS_PATH) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const size_t size = sizeof(FILE_RENAME_INFO) + length * sizeof(wchar_t);
    FILE_RENAME_INFO *info = calloc(1, size);
    if (!info) {
        errno = ENOMEM;
        return -1;
    }
    info->ReplaceIfExists = force;
    info->FileNameLength = length * (DWORD)sizeof(wchar_t);
    memcpy(info->FileName, full, length * sizeof(wchar_t));
    const int code =
        SetFileInformationByHandle(handle, FileRenameInfo, info, (DWORD)size) ? 0 : windows_fail();
    free(info);
    return code;
}

int system_rename(int fd, const char *from, const char *to, bool force)
{
    (void)from;
    return rename_open(handle_of(fd), to, force);
}

int system_remove(int fd, const char *path)
{
    (void)path;
    FILE_DISPOSITION_INFO info = {.DeleteFile = TRUE};
    return SetFileInformationByHandle(handle_of(fd), FileDispositionInfo, &info, sizeof(info))
               ? 0
               : windows_fail();
}

/* An open file cannot be replaced: the descriptor is given up before. */
int system_adopt(int *fd, const char *other, const char *part)
{
    const int own =
        open_file(other, GENERIC_READ | GENERIC_WRITE | OWN_ACCESS, OTHERS_MAY, OPEN_EXISTING);
    if (own < 0) {
        return -1;
    }
    _close(*fd);
    *fd = own;
    return rename_open(handle_of(own), part, true);
}

void system_remove_left(const char *path)
{
    (void)!platform_remove_file(path);
}
