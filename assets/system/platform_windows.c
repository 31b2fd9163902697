/* platform.h by Windows. */
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "assets/platform.h"
#include "assets/system/system_input.h"
#include "assets/system/windows_text.h"

enum { OTHERS_MAY = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

/* --- reading ---------------------------------------------------------------------------------- */

static HANDLE handle_of(const struct disk_file *file)
{
    return (HANDLE)_get_osfhandle(file->fd);
}

static int64_t time_of(const FILETIME *time)
{
    return (int64_t)((uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime);
}

static uint64_t size_of(const BY_HANDLE_FILE_INFORMATION *info)
{
    return (uint64_t)info->nFileSizeHigh << 32 | info->nFileSizeLow;
}

/* Opens a file or a folder to ask what it is. Links are followed. */
static HANDLE open_to_ask(const char *path)
{
    wchar_t wide[WINDOWS_PATH];
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (windows_path(path, wide)) {
        handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, OTHERS_MAY, NULL, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS, NULL);
        if (handle == INVALID_HANDLE_VALUE) {
            (void)windows_fail();
        }
    }
    return handle;
}

/* False with errno set; EINVAL for a device. */
static bool ask(const char *path, BY_HANDLE_FILE_INFORMATION *info)
{
    const HANDLE handle = open_to_ask(path);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    const bool is_device = GetFileType(handle) != FILE_TYPE_DISK;
    const bool good = !is_device && GetFileInformationByHandle(handle, info);
    if (!good) {
        (void)windows_fail();
        errno = is_device ? EINVAL : errno;
    }
    CloseHandle(handle);
    return good;
}

int platform_open_file(const char *path, struct disk_file *file)
{
    wchar_t wide[WINDOWS_PATH];
    BY_HANDLE_FILE_INFORMATION info;
    *file = (struct disk_file){.fd = -1};
    if (platform_is_directory(path)) {
        errno = EISDIR;
        return -1;
    }
    if (!windows_path(path, wide)) {
        return -1;
    }
    const HANDLE handle = CreateFileW(wide, GENERIC_READ, OTHERS_MAY, NULL, OPEN_EXISTING, 0, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        return windows_fail();
    }
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info)) {
        CloseHandle(handle);
        errno = EINVAL;
        return -1;
    }
    file->fd = _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (file->fd < 0) {
        CloseHandle(handle);
        errno = EMFILE;
        return -1;
    }
    file->size = size_of(&info);
    file->seconds = time_of(&info.ftLastWriteTime);
    return 0;
}

void platform_close_file(struct disk_file *file)
{
    if (file->fd >= 0) {
        _close(file->fd);
    }
    *file = (struct disk_file){.fd = -1};
}

int platform_read_at(const struct disk_file *file, uint64_t at, void *bytes, size_t size,
                     size_t *got)
{
    enum { MOST = 1 << 30 };
    *got = 0;
    while (*got < size) {
        const uint64_t from = at + *got;
        const size_t rest = size - *got;
        OVERLAPPED place = {.Offset = (DWORD)from, .OffsetHigh = (DWORD)(from >> 32)};
        DWORD count = 0;
        if (!ReadFile(handle_of(file), (uint8_t *)bytes + *got, rest < MOST ? (DWORD)rest : MOST,
                      &count, &place)) {
            return GetLastError() == ERROR_HANDLE_EOF ? 0 : windows_fail();
        }
        if (count == 0) {
            break;
        }
        *got += count;
    }
    return 0;
}

bool platform_file_changed(const struct disk_file *file)
{
    BY_HANDLE_FILE_INFORMATION info;
    return !GetFileInformationByHandle(handle_of(file), &info) || size_of(&info) != file->size ||
           time_of(&info.ftLastWriteTime) != file->seconds;
}

FILE *platform_memory_stream(char **text, size_t *size)
{
    (void)text;
    (void)size;
    return NULL;
}

long system_read_input(void *bytes, size_t size)
{
    enum { MOST = 1 << 20 };
    return _read(0, bytes, size < MOST ? (unsigned)size : MOST);
}

int system_visit_folder(const char *path, int (*add)(void *context, const char *name),
                        void *context)
{
    wchar_t wide[WINDOWS_PATH];
    char pattern[WINDOWS_PATH], name[4 * MAX_PATH];
    WIN32_FIND_DATAW entry;
    int failure = 0;
    if (!platform_is_directory(path)) {
        errno = platform_exists(path) ? ENOTDIR : ENOENT;
        return -1;
    }
    if (snprintf(pattern, sizeof(pattern), "%s/*", path) >= (int)sizeof(pattern)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (!windows_path(pattern, wide)) {
        return -1;
    }
    const HANDLE search = FindFirstFileW(wide, &entry);
    if (search == INVALID_HANDLE_VALUE) {
        return GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : windows_fail();
    }
    do {
        if (wcscmp(entry.cFileName, L".") != 0 && wcscmp(entry.cFileName, L"..") != 0 &&
            windows_utf8(entry.cFileName, name, sizeof(name)) == 0) {
            failure = add(context, name);
        }
    } while (!failure && FindNextFileW(search, &entry));
    if (!failure && GetLastError() != ERROR_NO_MORE_FILES) {
        (void)windows_fail();
        failure = errno;
    }
    FindClose(search);
    errno = failure;
    return failure ? -1 : 0;
}

/* --- what is there ---------------------------------------------------------------------------- */

bool platform_is_directory(const char *path)
{
    BY_HANDLE_FILE_INFORMATION info;
    return ask(path, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

bool platform_exists(const char *path)
{
    wchar_t wide[WINDOWS_PATH];
    return windows_path(path, wide) && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
}

/* Permissions are lists there, so a file is tried, which vanishes when it is closed. */
bool platform_can_write(const char *folder)
{
    char name[WINDOWS_PATH];
    wchar_t wide[WINDOWS_PATH];
    const int length = snprintf(name, sizeof(name), "%s/.quakereel-%08lx.tmp", folder,
                                (unsigned long)GetCurrentProcessId());
    if (length < 0 || length >= (int)sizeof(name) || !windows_path(name, wide)) {
        return false;
    }
    const HANDLE handle = CreateFileW(wide, GENERIC_WRITE | DELETE, 0, NULL, CREATE_NEW,
                                      FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    CloseHandle(handle);
    return true;
}

bool platform_is_file(const char *path)
{
    BY_HANDLE_FILE_INFORMATION info;
    return ask(path, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

int platform_absolute_path(const char *path, char *out, size_t size)
{
    static const wchar_t drive_prefix[] = L"\\\\?\\", server_prefix[] = L"\\\\?\\UNC\\";
    wchar_t wide[WINDOWS_PATH];
    const HANDLE handle = open_to_ask(path);
    if (handle == INVALID_HANDLE_VALUE) {
        return -1;
    }
    const DWORD length = GetFinalPathNameByHandleW(handle, wide, WINDOWS_PATH, VOLUME_NAME_DOS);
    CloseHandle(handle);
    if (length == 0 || length >= WINDOWS_PATH) {
        errno = length == 0 ? EINVAL : ENAMETOOLONG;
        return -1;
    }
    wchar_t *start = wide;
    if (wcsncmp(wide, server_prefix, wcslen(server_prefix)) == 0) {
        start = wide + wcslen(server_prefix) - 2; /* two slashes before the server */
        start[0] = start[1] = L'\\';
    } else if (wcsncmp(wide, drive_prefix, wcslen(drive_prefix)) == 0) {
        start = wide + wcslen(drive_prefix);
    }
    return windows_utf8_path(start, out, size);
}

bool platform_is_same_file(const char *a, const char *b)
{
    BY_HANDLE_FILE_INFORMATION first, second;
    return ask(a, &first) && ask(b, &second) &&
           first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh &&
           first.nFileIndexLow == second.nFileIndexLow;
}

uint64_t platform_file_size(const char *path)
{
    BY_HANDLE_FILE_INFORMATION info;
    return ask(path, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
               ? size_of(&info)
               : 0;
}

int platform_look_at_file(const char *path, struct disk_file *file)
{
    const int code = platform_open_file(path, file);
    const struct disk_file told = *file;
    platform_close_file(file);
    if (code == 0) {
        *file = told;
        file->fd = -1;
    }
    return code;
}

/* --- changing --------------------------------------------------------------------------------- */

int platform_make_directory(const char *path)
{
    wchar_t wide[WINDOWS_PATH];
    if (!windows_path(path, wide)) {
        return -1;
    }
    if (CreateDirectoryW(wide, NULL)) {
        return 0;
    }
    (void)windows_fail();
    return platform_is_directory(path) ? 0 : -1;
}

/* Folders of the user are the user's own there. */
int platform_make_private_directory(const char *path)
{
    return platform_make_directory(path);
}

int platform_rename_file(const char *from, const char *to)
{
    wchar_t wide_from[WINDOWS_PATH], wide_to[WINDOWS_PATH];
    if (!windows_path(from, wide_from) || !windows_path(to, wide_to)) {
        return -1;
    }
    return MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING) ? 0 : windows_fail();
}

int platform_remove_file(const char *path)
{
    wchar_t wide[WINDOWS_PATH];
    return !windows_path(path, wide) ? -1 : DeleteFileW(wide) ? 0 : windows_fail();
}

/* Nobody else can open it meanwhile: that is the lock. */
int platform_lock_file(const char *path, double seconds, int *lock)
{
    wchar_t wide[WINDOWS_PATH];
    const double start = platform_now();
    *lock = -1;
    if (!windows_path(path, wide)) {
        return -1;
    }
    for (;;) {
        const HANDLE handle =
            CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
        if (handle != INVALID_HANDLE_VALUE) {
            *lock = _open_osfhandle((intptr_t)handle, _O_NOINHERIT);
            if (*lock < 0) {
                CloseHandle(handle);
            }
            return *lock < 0 ? -1 : 0;
        }
        if (GetLastError() != ERROR_SHARING_VIOLATION) {
            return windows_fail();
        }
        if (platform_now() - start >= seconds) {
            errno = EWOULDBLOCK;
            return -1;
        }
        platform_sleep(0.005);
    }
}

void platform_unlock_file(int *lock)
{
    if (*lock >= 0) {
        _close(*lock);
    }
    *lock = -1;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Length of "C:" before a path. */
static size_t drive_length(const char *path)
{
    const char letter = path[0];
    return ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) && path[1] == ':'
               ? 2
               : 0;
}

size_t platform_name_at(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : drive_length(path);
}

/* "C:/demos", "//server/share"; "/demos" is on the current drive. */
bool platform_is_absolute(const char *path)
{
    return path[drive_length(path)] == '/';
}

/* The root keeps its slash: "C:" would be the drive's current folder. */
bool platform_go_to_parent(char *path)
{
    const size_t drive = drive_length(path);
    char *slash = strrchr(path, '/');
    if (!slash || slash[1] == '\0' || (drive == 0 && slash < path + 2)) {
        return false;
    }
    slash[slash == path + drive] = '\0';
    return true;
}

void platform_clean_path(char *path)
{
    for (; *path; path++) {
        *path = *path == '\\' ? '/' : *path;
    }
}

/* Fails with an empty path. */
static int copy_variable(const wchar_t *name, const char *below, char *path, size_t size)
{
    const wchar_t *value = _wgetenv(name);
    if (!value || !*value || windows_utf8_path(value, path, size) < 0 ||
        strlen(path) + strlen(below) >= size) {
        if (size > 0) {
            path[0] = '\0';
        }
        return -1;
    }
    strcat(path, below);
    return 0;
}

int platform_user_folder(enum platform_folder folder, char *path, size_t size)
{
    switch (folder) {
    case PLATFORM_HOME:
        return copy_variable(L"USERPROFILE", "", path, size);
    case PLATFORM_CONFIG:
        return copy_variable(L"APPDATA", "", path, size);
    case PLATFORM_STATE:
        return copy_variable(L"APPDATA", "", path, size);
    case PLATFORM_PICTURES:
        return copy_variable(L"USERPROFILE", "/Pictures", path, size);
    }
    return -1;
}

int platform_path_variable(const char *name, char *path, size_t size)
{
    wchar_t wide[WINDOWS_PATH];
    if (!windows_path(name, wide)) {
        return -1;
    }
    return copy_variable(wide, "", path, size);
}

/* --- the process ------------------------------------------------------------------------------ */

static char *copy_word(const wchar_t *word)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, word, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text) {
        WideCharToMultiByte(CP_UTF8, 0, word, -1, text, size, NULL, NULL);
    }
    return text;
}

/* The words live as long as the process. Without memory main keeps those in the system's own code
 * page. */
void platform_start(int *argc, char ***argv)
{
    int count = 0;
    for (int stream = 0; stream < 3; stream++) {
        (void)_setmode(stream, _O_BINARY);
    }
    (void)SetConsoleOutputCP(CP_UTF8);
    (void)SetErrorMode(SEM_FAILCRITICALERRORS); /* no window about a drive without a disk */
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **words = wide ? calloc((size_t)count + 1, sizeof(*words)) : NULL;
    bool good = words && count > 0;
    for (int i = 0; good && i < count; i++) {
        words[i] = copy_word(wide[i]);
        good = words[i] != NULL;
    }
    if (good) {
        *argc = count;
        *argv = words;
    }
    LocalFree(wide);
}

void platform_sleep(double seconds)
{
    Sleep((DWORD)(seconds * 1000.0 + 0.5));
}

bool platform_is_terminal(int stream)
{
    static const DWORD streams[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    DWORD mode;
    return stream >= 0 && stream < 3 && GetConsoleMode(GetStdHandle(streams[stream]), &mode);
}

double platform_now(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

int platform_cpu_count(void)
{
    DWORD_PTR own = 0, all = 0;
    int count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) {
        for (; own; own &= own - 1) {
            count++;
        }
    }
    return count < 1 ? 1 : count;
}
