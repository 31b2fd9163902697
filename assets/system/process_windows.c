/* process.h by Windows. There are no copies of a process: process_copy fails with ENOSYS. */
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "assets/system/windows_text.h"

enum {
    PATIENCE_MS = 2000,
    HUNGER_MS = 40,
    MORSEL = 1 << 13,
    CHANNEL_BYTES = 1 << 16,
    COMMAND_MAX = 32767, /* characters of a command line */
    TALK = PROCESS_PIPES /* the channel of its output */
};

/* --- pipes ------------------------------------------------------------------------------------ */

/* This process' end of a pipe, with the operation that it is at. */
struct channel {
    HANDLE end; /* NULL = closed */
    OVERLAPPED operation;
    bool pending;
    size_t size, taken; /* bytes that were read, and of those that were returned */
    uint8_t bytes[CHANNEL_BYTES];
};

struct process_system {
    HANDLE child;
    struct channel channels[PROCESS_PIPES + 1];
};

static void close_handle(HANDLE *handle)
{
    if (*handle) {
        CloseHandle(*handle);
    }
    *handle = NULL;
}

/* Anonymous pipes have no waiting for several: a named one has. The child's end is inherited. */
static bool open_channel(struct channel *channel, bool child_reads, HANDLE *child_end)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof(inherited), .bInheritHandle = TRUE};
    wchar_t name[96];
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    swprintf(name, sizeof(name) / sizeof(name[0]), L"\\\\.\\pipe\\quakereel-%lx-%llx-%p",
             (unsigned long)GetCurrentProcessId(), (unsigned long long)ticks.QuadPart,
             (void *)channel);
    const DWORD direction = child_reads ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND;
    const HANDLE own =
        CreateNamedPipeW(name, direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, CHANNEL_BYTES,
                         CHANNEL_BYTES, 0, NULL);
    if (own == INVALID_HANDLE_VALUE) {
        (void)windows_fail();
        return false;
    }
    channel->end = own;
    channel->operation.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    const HANDLE other = CreateFileW(name, child_reads ? GENERIC_READ : GENERIC_WRITE, 0,
                                     &inherited, OPEN_EXISTING, 0, NULL);
    if (other == INVALID_HANDLE_VALUE || !channel->operation.hEvent) {
        (void)windows_fail();
        return false;
    }
    *child_end = other;
    return true;
}

/* Ends what it is at, too. */
static void close_channel(struct channel *channel)
{
    DWORD count;
    if (channel->pending) {
        (void)CancelIoEx(channel->end, &channel->operation);
        (void)GetOverlappedResult(channel->end, &channel->operation, &count, TRUE);
        channel->pending = false;
    }
    close_handle(&channel->end);
    close_handle(&channel->operation.hEvent);
}

static void begin_operation(struct channel *channel)
{
    const HANDLE event = channel->operation.hEvent;
    channel->operation = (OVERLAPPED){.hEvent = event};
    ResetEvent(event);
}

/* Looks at the operation. False: it failed, the other side is closed. */
static bool settle(struct channel *channel, DWORD *count)
{
    *count = 0;
    if (!channel->pending) {
        return true;
    }
    if (GetOverlappedResult(channel->end, &channel->operation, count, FALSE)) {
        channel->pending = false;
        return true;
    }
    if (GetLastError() == ERROR_IO_INCOMPLETE) {
        return true;
    }
    channel->pending = false;
    return false;
}

/* Takes bytes to write. False: the reader is gone. */
static bool feed_channel(struct channel *channel, struct process_feed *feed)
{
    DWORD count;
    if (!settle(channel, &count)) {
        return false;
    }
    const size_t rest = feed->size - feed->taken;
    if (channel->pending || rest == 0) {
        return true;
    }
    const size_t size = rest < CHANNEL_BYTES ? rest : CHANNEL_BYTES;
    memcpy(channel->bytes, feed->bytes + feed->taken, size);
    begin_operation(channel);
    if (!WriteFile(channel->end, channel->bytes, (DWORD)size, NULL, &channel->operation) &&
        GetLastError() != ERROR_IO_PENDING) {
        return false;
    }
    channel->pending = true;
    feed->taken += size;
    return true;
}

/* Reads what there is. False: the writer is gone, and all was returned. */
static bool fill_channel(struct channel *channel)
{
    DWORD count;
    if (channel->taken < channel->size) {
        return true;
    }
    if (!channel->pending) {
        begin_operation(channel);
        channel->size = channel->taken = 0;
        if (!ReadFile(channel->end, channel->bytes, CHANNEL_BYTES, NULL, &channel->operation) &&
            GetLastError() != ERROR_IO_PENDING) {
            return false;
        }
        channel->pending = true;
    }
    if (!settle(channel, &count)) {
        return false;
    }
    channel->size += count;
    return true;
}

/* --- starting --------------------------------------------------------------------------------- */

/* Adds a word so that the program's own reading of the line gives it back: backslashes are doubled
 * before a quotation mark only. */
static bool add_word(wchar_t *line, size_t *used, const wchar_t *word)
{
    const size_t room = COMMAND_MAX - *used;
    if (2 * wcslen(word) + 4 > room) {
        return false;
    }
    wchar_t *out = line + *used;
    if (*used > 0) {
        *out++ = L' ';
    }
    *out++ = L'"';
    while (*word) {
        size_t slashes = 0;
        while (word[slashes] == L'\\') {
            slashes++;
        }
        const wchar_t after = word[slashes];
        const size_t written = after == L'\0'  ? 2 * slashes
                               : after == L'"' ? 2 * slashes + 1
                                               : slashes;
        wmemset(out, L'\\', written);
        out += written;
        word += slashes;
        if (*word) {
            *out++ = *word++;
        }
    }
    *out++ = L'"';
    *out = L'\0';
    *used = (size_t)(out - line);
    return true;
}

/* NULL with errno set. Caller frees. */
static wchar_t *make_line(const char *const *words)
{
    wchar_t *line = calloc(COMMAND_MAX + 1, sizeof(*line));
    wchar_t *word = calloc(COMMAND_MAX + 1, sizeof(*word));
    size_t used = 0;
    bool good = line && word;
    errno = good ? E2BIG : ENOMEM;
    for (; good && *words; words++) {
        good = MultiByteToWideChar(CP_UTF8, 0, *words, -1, word, COMMAND_MAX) > 0 &&
               add_word(line, &used, word);
    }
    free(word);
    if (!good) {
        free(line);
        line = NULL;
    }
    return line;
}

/* In the folders of %PATH% alone: not in the current one, which may be a stranger's. */
static bool find_program(const char *name, wchar_t path[WINDOWS_PATH])
{
    const wchar_t *at = _wgetenv(L"PATH");
    char folder[WINDOWS_PATH], file[WINDOWS_PATH];
    wchar_t part[WINDOWS_PATH];
    while (at && *at) {
        const size_t length = wcscspn(at, L";");
        if (length > 0 && length < WINDOWS_PATH) {
            wmemcpy(part, at, length);
            part[length] = L'\0';
            if (windows_utf8_path(part, folder, sizeof(folder)) == 0 &&
                platform_is_absolute(folder) &&
                snprintf(file, sizeof(file), "%s/%s.exe", folder, name) < (int)sizeof(file) &&
                platform_is_file(file) && windows_path(file, path)) {
                return true;
            }
        }
        at += length + (at[length] == L';');
    }
    errno = ENOENT;
    return false;
}

bool process_is_there(const char *program)
{
    wchar_t path[WINDOWS_PATH];
    return find_program(program, path);
}

/* What a program of the C library takes its descriptors from: a count, a byte and a handle for
 * each. */
struct descriptors {
    uint8_t bytes[sizeof(int) + 5 * (1 + sizeof(HANDLE))];
    int count;
};

static void list_descriptors(struct descriptors *list, const HANDLE *handles, int count)
{
    enum { IS_OPEN = 1, IS_PIPE = 8 };
    list->count = count;
    memcpy(list->bytes, &count, sizeof(count));
    for (int i = 0; i < count; i++) {
        list->bytes[sizeof(count) + (size_t)i] = i == 0 ? IS_OPEN : IS_OPEN | IS_PIPE;
        memcpy(list->bytes + sizeof(count) + (size_t)count + (size_t)i * sizeof(HANDLE),
               &handles[i], sizeof(HANDLE));
    }
}

static bool create_child(struct process_system *system, const wchar_t *path, wchar_t *line,
                         const HANDLE *handles, int count, bool lowest)
{
    struct descriptors list;
    STARTUPINFOW start = {.cb = sizeof(start), .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION info;
    list_descriptors(&list, handles, count);
    start.hStdInput = handles[0];
    start.hStdOutput = start.hStdError = handles[1];
    start.lpReserved2 = list.bytes;
    start.cbReserved2 = (WORD)(sizeof(int) + (size_t)count * (1 + sizeof(HANDLE)));
    if (!CreateProcessW(path, line, NULL, NULL, TRUE,
                        CREATE_NEW_PROCESS_GROUP | (lowest ? IDLE_PRIORITY_CLASS : 0), NULL, NULL,
                        &start, &info)) {
        (void)windows_fail();
        return false;
    }
    CloseHandle(info.hThread);
    system->child = info.hProcess;
    return true;
}

static void close_system(struct process *process)
{
    struct process_system *system = process->system;
    if (system) {
        for (int i = 0; i <= TALK; i++) {
            close_channel(&system->channels[i]);
        }
        close_handle(&system->child);
        free(system);
    }
    process->system = NULL;
}

static int start_child(struct process *process, const wchar_t *path, const char *const *words,
                       int pipes, bool lowest)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof(inherited), .bInheritHandle = TRUE};
    HANDLE handles[3 + PROCESS_PIPES] = {NULL};
    *process = (struct process){.id = -1, .pipes = {-1, -1}, .talk_pipe = -1};
    struct process_system *system = calloc(1, sizeof(*system));
    wchar_t *line = system ? make_line(words) : NULL;
    process->system = system;
    bool good = line != NULL;
    if (good) {
        handles[0] = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                 &inherited, OPEN_EXISTING, 0, NULL);
        good = open_channel(&system->channels[TALK], false, &handles[1]);
        handles[2] = handles[1];
    }
    for (int i = 0; good && i < pipes; i++) {
        good = open_channel(&system->channels[i], true, &handles[3 + i]);
    }
    good = good && create_child(system, path, line, handles, 3 + pipes, lowest);
    const int reason = errno;
    handles[2] = NULL; /* the same as before */
    for (int i = 0; i < 3 + PROCESS_PIPES; i++) {
        close_handle(&handles[i]);
    }
    free(line);
    if (!good) {
        close_system(process);
        errno = reason;
        return -1;
    }
    process->id = (long)(intptr_t)system->child;
    for (int i = 0; i < pipes; i++) {
        process->pipes[i] = i;
    }
    process->talk_pipe = TALK;
    return 0;
}

int process_launch(struct process *process, const char *const *words, int pipes)
{
    wchar_t path[WINDOWS_PATH];
    *process = (struct process){.id = -1, .pipes = {-1, -1}, .talk_pipe = -1};
    return find_program(words[0], path) ? start_child(process, path, words, pipes, false) : -1;
}

int process_launch_behind(struct process *process, const char *path, const char *const *words)
{
    wchar_t wide[WINDOWS_PATH];
    *process = (struct process){.id = -1, .pipes = {-1, -1}, .talk_pipe = -1};
    if (path ? !windows_path(path, wide) : !GetModuleFileNameW(NULL, wide, WINDOWS_PATH)) {
        return -1;
    }
    return start_child(process, wide, words, 0, true);
}

/* --- talking ---------------------------------------------------------------------------------- */

static void close_talk(struct process *process)
{
    if (process->talk_pipe >= 0) {
        close_channel(&process->system->channels[TALK]);
    }
    process->talk_pipe = -1;
}

/* The bytes that were read; 0 = none now, -1 = its output is closed. */
static long take_talk(struct process *process, char *text, size_t size)
{
    struct channel *talk = &process->system->channels[TALK];
    if (!fill_channel(talk)) {
        close_talk(process);
        return -1;
    }
    const size_t rest = talk->size - talk->taken, taken = rest < size ? rest : size;
    memcpy(text, talk->bytes + talk->taken, taken);
    talk->taken += taken;
    return (long)taken;
}

long process_listen(struct process *process, char *text, size_t size, bool wait)
{
    while (process->talk_pipe >= 0) {
        const long got = take_talk(process, text, size);
        if (got != 0 || !wait) {
            return got;
        }
        (void)WaitForSingleObject(process->system->channels[TALK].operation.hEvent, INFINITE);
    }
    return -1;
}

/* Keeps the last bytes of the child's output. */
static void listen_to(struct process *process)
{
    char part[512];
    long got;
    while (process->talk_pipe >= 0 && (got = take_talk(process, part, sizeof(part))) > 0) {
        process_keep_talk(process, part, (size_t)got);
    }
}

/* Waits until an operation is at its end. False: none was for that long. */
static bool wait_for_any(const struct process *process, DWORD most)
{
    HANDLE events[PROCESS_PIPES + 1];
    DWORD count = 0;
    for (int i = 0; i <= TALK; i++) {
        if (process->system->channels[i].pending) {
            events[count++] = process->system->channels[i].operation.hEvent;
        }
    }
    if (count == 0) {
        Sleep(most);
        return false;
    }
    return WaitForMultipleObjects(count, events, FALSE, most) != WAIT_TIMEOUT;
}

static bool has_spare(const struct process_feed feeds[PROCESS_PIPES])
{
    bool some = false;
    for (int i = 0; i < PROCESS_PIPES; i++) {
        some = some || feeds[i].spare > 0;
    }
    return some;
}

/* What a reader has left in the pipe cannot be asked: one that took all bytes is given more. */
static void give_spare(const struct process *process, struct process_feed feeds[PROCESS_PIPES])
{
    for (int i = 0; i < PROCESS_PIPES; i++) {
        const size_t morsel = feeds[i].spare < MORSEL ? feeds[i].spare : MORSEL;
        if (feeds[i].taken == feeds[i].size && !process->system->channels[i].pending) {
            feeds[i].size += morsel;
            feeds[i].spare -= morsel;
        }
    }
}

int process_write(struct process *process, struct process_feed feeds[PROCESS_PIPES], int until)
{
    DWORD waited = 0;
    for (;;) {
        const DWORD wait = has_spare(feeds) ? HUNGER_MS : PATIENCE_MS;
        listen_to(process);
        for (int i = 0; i < PROCESS_PIPES; i++) {
            if (process->pipes[i] >= 0 && !feed_channel(&process->system->channels[i], &feeds[i])) {
                errno = EPIPE;
                return -1;
            }
        }
        if (feeds[until].taken == feeds[until].size) {
            return 0;
        }
        if (wait_for_any(process, wait)) {
            waited = 0;
            continue;
        }
        waited += wait;
        if (waited >= PATIENCE_MS && process_was_asked_to_end()) {
            errno = EINTR;
            return -1;
        }
        give_spare(process, feeds);
    }
}

/* What was taken is written before. */
void process_end_pipe(struct process *process, int pipe)
{
    struct channel *channel = &process->system->channels[pipe];
    DWORD count, waited = 0;
    while (channel->pending && settle(channel, &count) && channel->pending) {
        listen_to(process);
        waited = wait_for_any(process, PATIENCE_MS) ? 0 : waited + PATIENCE_MS;
        if (waited > 0 && process_was_asked_to_end()) {
            break;
        }
    }
    close_channel(channel);
    process->pipes[pipe] = -1;
}

bool process_finish(struct process *process)
{
    DWORD status = 1;
    if (!process->system) {
        return false;
    }
    for (int i = 0; i < PROCESS_PIPES; i++) {
        if (process->pipes[i] >= 0) {
            process_end_pipe(process, i);
        }
    }
    while (process->talk_pipe >= 0) {
        listen_to(process);
        if (process->talk_pipe >= 0) {
            (void)wait_for_any(process, PATIENCE_MS);
        }
    }
    (void)WaitForSingleObject(process->system->child, INFINITE);
    const bool good = GetExitCodeProcess(process->system->child, &status) && status == 0;
    close_system(process);
    return good;
}

/* --- signals that end a program --------------------------------------------------------------- */

/* Windows calls a function in a thread of its own, which takes no argument: so this is static. */
static volatile LONG asked_to_end;

static BOOL WINAPI note_request(DWORD kind)
{
    enum { GRACE_MS = 10000 };
    InterlockedExchange(&asked_to_end, 1);
    if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) {
        Sleep(GRACE_MS); /* the process ends when this returns */
    }
    return TRUE;
}

void process_guard_begin(struct process_guard *guard)
{
    *guard = (struct process_guard){{0}};
    (void)SetConsoleCtrlHandler(note_request, TRUE);
}

bool process_was_asked_to_end(void)
{
    return InterlockedCompareExchange(&asked_to_end, 0, 0) != 0;
}

void process_guard_end(const struct process_guard *guard)
{
    (void)guard;
    (void)SetConsoleCtrlHandler(note_request, FALSE);
    InterlockedExchange(&asked_to_end, 0);
}

void process_ask_to_end(long id)
{
    const DWORD group = GetProcessId((HANDLE)(intptr_t)id);
    if (group != 0) {
        (void)GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, group);
    }
}

/* --- copies of this one ----------------------------------------------------------------------- */

void *process_share(size_t size)
{
    return calloc(1, size);
}

void process_unshare(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

long process_copy(int (*run)(void *context), void *context)
{
    (void)run;
    (void)context;
    errno = ENOSYS;
    return -1;
}

bool process_copy_ended(int wait_ms, long *id, int *status)
{
    (void)wait_ms;
    *id = -1;
    *status = -1;
    return false;
}

int process_lines_open(struct process_lines *lines)
{
    *lines = (struct process_lines){.ends = {-1, -1}};
    errno = ENOSYS;
    return -1;
}

void process_lines_enter(const struct process_lines *lines)
{
    (void)lines;
}

const char *process_lines_next(struct process_lines *lines)
{
    (void)lines;
    return NULL;
}

void process_lines_close(struct process_lines *lines)
{
    *lines = (struct process_lines){.ends = {-1, -1}};
}
