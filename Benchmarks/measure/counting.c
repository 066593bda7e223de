/* Counts what a server asks of SQLite, libpq, the disk and the allocator, by standing in front of them.
 *
 *   cc -O1 -shared -fPIC -pthread -o counting.so counting.c -ldl
 *   LD_PRELOAD=counting.so COUNTS=counts.json COUNTS_SYNC_MS=20 chave serve --sandbox …
 *   kill -USR1 PID    replaces COUNTS by the counts so far
 *
 * COUNTS_SYNC_MS makes each sync that much longer: meanwhile everybody's next write comes in, so that so many devices make
 * batches of so many operations, whatever the machine is doing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

typedef struct sqlite3_stmt Statement;
typedef struct pg_conn Connection;

/* The server has both libraries; what this one stands in front of besides has not. */
extern const char *sqlite3_sql(Statement *) __attribute__((weak));
extern int sqlite3_stmt_busy(Statement *) __attribute__((weak));

/* What stands behind: `real`. */
#define REAL(name) \
    static __typeof__(&name) known; \
    __typeof__(&name) real = known; \
    if (real == NULL) known = real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static atomic_long steps, controls, statements, commits, pages, page_writes, syncs, allocations, allocations_of_sqlite, trips[3];
static const char *target;
static long sync_milliseconds;

/* --- SQLite: each text, and how often it was begun ------------------------------------------------------------------- */

enum { TEXTS = 4096 };
static struct {
    char *sql;
    long begun;
} texts[TEXTS];
static pthread_mutex_t texts_lock = PTHREAD_MUTEX_INITIALIZER;

static void note_text(const char *sql) {
    uint64_t hash = 1469598103934665603u;
    for (const char *at = sql; *at; at++) hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    pthread_mutex_lock(&texts_lock);
    for (unsigned tried = 0; tried < TEXTS; tried++) {
        unsigned place = (unsigned)((hash + tried) % TEXTS);
        if (texts[place].sql == NULL) texts[place].sql = strdup(sql);
        if (strcmp(texts[place].sql, sql) == 0) {
            texts[place].begun++;
            break;
        }
    }
    pthread_mutex_unlock(&texts_lock);
}

static int is_control(const char *sql) {
    static const char *const words[] = {"BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"};
    for (unsigned word = 0; word < sizeof words / sizeof *words; word++)
        if (strncmp(sql, words[word], strlen(words[word])) == 0) return 1;
    return 0;
}

int sqlite3_step(Statement *statement) {
    REAL(sqlite3_step);
    steps++;
    /* A further row of a statement that has begun is none of its own. */
    if (!sqlite3_stmt_busy(statement)) {
        const char *sql = sqlite3_sql(statement);
        if (sql != NULL) {
            if (is_control(sql)) controls++;
            else statements++;
            if (strncmp(sql, "COMMIT", 6) == 0) commits++;
            note_text(sql);
        }
    }
    return real(statement);
}

/* --- The disk -------------------------------------------------------------------------------------------------------- */

enum { FILES = 16, PAGE = 4096, FRAME_HEADER = 24 };
/* How often each page of a database was written into its log and back into its file. */
static struct {
    char name[64];
    unsigned (*written)[2];
    size_t count;
} files[FILES];
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

static void note_page(int file, size_t page, int is_back) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    char *name = strrchr(path, '/'), *end = strstr(path, "-wal");
    if (name == NULL) return;
    if (end != NULL) *end = 0;
    pthread_mutex_lock(&files_lock);
    for (unsigned place = 0; place < FILES; place++) {
        if (files[place].name[0] == 0) snprintf(files[place].name, sizeof files[place].name, "%s", name + 1);
        if (strcmp(files[place].name, name + 1) != 0) continue;
        if (page >= files[place].count) {
            size_t count = page * 2 + 1024;
            files[place].written = realloc(files[place].written, count * sizeof *files[place].written);
            memset(files[place].written + files[place].count, 0,
                   (count - files[place].count) * sizeof *files[place].written);
            files[place].count = count;
        }
        files[place].written[page][is_back]++;
        break;
    }
    pthread_mutex_unlock(&files_lock);
}

/* A page in the log stands behind a header that begins with its number; in its file it stands at its place. */
static void note_write(int file, const unsigned char *bytes, size_t count, off64_t offset) {
    page_writes++;
    pages += (long)(count / PAGE);
    if (count == FRAME_HEADER)
        note_page(file, (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3], 0);
    else if (count == PAGE && offset % PAGE == 0)
        note_page(file, (size_t)(offset / PAGE) + 1, 1);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    note_write(file, bytes, count, offset);
    return real(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    note_write(file, bytes, count, offset);
    return real(file, bytes, count, offset);
}

static void note_sync(void) {
    syncs++;
    if (sync_milliseconds == 0) return;
    struct timespec pause = {sync_milliseconds / 1000, sync_milliseconds % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

int fdatasync(int file) {
    REAL(fdatasync);
    note_sync();
    return real(file);
}

int fsync(int file) {
    REAL(fsync);
    note_sync();
    return real(file);
}

/* --- The allocator --------------------------------------------------------------------------------------------------- */

/* Where SQLite's library lies. */
static uintptr_t sqlite_from, sqlite_to;

static int look_for_sqlite(struct dl_phdr_info *library, size_t size, void *nothing) {
    (void)size, (void)nothing;
    if (strstr(library->dlpi_name, "/libsqlite3") == NULL) return 0;
    for (int part = 0; part < library->dlpi_phnum; part++) {
        const ElfW(Phdr) *header = &library->dlpi_phdr[part];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        sqlite_from = library->dlpi_addr + header->p_vaddr;
        sqlite_to = sqlite_from + header->p_memsz;
    }
    return 1;
}

void *malloc(size_t size) {
    REAL(malloc);
    allocations++;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (caller >= sqlite_from && caller < sqlite_to) allocations_of_sqlite++;
    return real(size);
}

/* --- PostgreSQL: a pipeline that is ended is one round trip ---------------------------------------------------------- */

enum { CONNECTIONS = 256 };
static struct {
    Connection *connection;
    int whose; /* 0 not known yet, 1 the platform's, 2 the bank's */
} connections[CONNECTIONS];
static pthread_mutex_t connections_lock = PTHREAD_MUTEX_INITIALIZER;

static int whose(Connection *connection, const char *sql) {
    int found = 0;
    pthread_mutex_lock(&connections_lock);
    for (unsigned place = 0; place < CONNECTIONS; place++) {
        if (connections[place].connection == NULL) connections[place].connection = connection;
        if (connections[place].connection != connection) continue;
        if (sql != NULL && connections[place].whose == 0)
            connections[place].whose = strstr(sql, "\"bank\".") ? 2 : strstr(sql, "\"payments\".") ? 1 : 0;
        found = connections[place].whose;
        break;
    }
    pthread_mutex_unlock(&connections_lock);
    return found;
}

int PQsendPrepare(Connection *connection, const char *name, const char *sql, int count, const void *types) {
    REAL(PQsendPrepare);
    whose(connection, sql);
    return real(connection, name, sql, count, types);
}

int PQpipelineSync(Connection *connection) {
    REAL(PQpipelineSync);
    trips[whose(connection, NULL)]++;
    return real(connection);
}

/* --- Telling --------------------------------------------------------------------------------------------------------- */

static void write_text(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', file);
        fputc(*text == '\n' || *text == '\t' ? ' ' : *text, file);
    }
    fputc('"', file);
}

static void tell(void) {
    char draft[4096];
    snprintf(draft, sizeof draft, "%s.new", target);
    FILE *file = fopen(draft, "w");
    if (file == NULL) return;
    fprintf(file, "{\"steps\": %ld, \"controls\": %ld, \"statements\": %ld, \"commits\": %ld, ", steps, controls, statements,
            commits);
    fprintf(file, "\"pages\": %ld, \"page_writes\": %ld, \"syncs\": %ld, \"allocations\": %ld, ", pages, page_writes, syncs,
            allocations);
    fprintf(file, "\"allocations_of_sqlite\": %ld, ", allocations_of_sqlite);
    fprintf(file, "\"trips\": {\"unknown\": %ld, \"platform\": %ld, \"bank\": %ld}, \"texts\": {", trips[0], trips[1],
            trips[2]);
    int is_first = 1;
    pthread_mutex_lock(&texts_lock);
    for (unsigned place = 0; place < TEXTS; place++) {
        if (texts[place].sql == NULL) continue;
        if (!is_first) fputs(", ", file);
        is_first = 0;
        write_text(file, texts[place].sql);
        fprintf(file, ": %ld", texts[place].begun);
    }
    pthread_mutex_unlock(&texts_lock);
    fputs("}, \"files\": {", file);
    pthread_mutex_lock(&files_lock);
    for (unsigned place = 0; place < FILES && files[place].name[0] != 0; place++) {
        if (place > 0) fputs(", ", file);
        write_text(file, files[place].name);
        fputs(": {", file);
        is_first = 1;
        for (size_t page = 1; page < files[place].count; page++) {
            unsigned *written = files[place].written[page];
            if (written[0] + written[1] == 0) continue;
            fprintf(file, "%s\"%zu\": [%u, %u]", is_first ? "" : ", ", page, written[0], written[1]);
            is_first = 0;
        }
        fputs("}", file);
    }
    pthread_mutex_unlock(&files_lock);
    fputs("}}\n", file);
    fclose(file);
    rename(draft, target);
}

static sem_t asked;

/* What is safe in a signal's handler; the thread tells. A signal blocked here would not stay blocked: Swift's runtime sets the
 * mask of the main thread. */
static void ask(int number) {
    (void)number;
    sem_post(&asked);
}

static void *tell_when_asked(void *nothing) {
    for (;;)
        if (sem_wait(&asked) == 0) tell();
    return nothing;
}

__attribute__((constructor)) static void begin(void) {
    target = getenv("COUNTS");
    if (target == NULL) return;
    const char *longer = getenv("COUNTS_SYNC_MS");
    sync_milliseconds = longer == NULL ? 0 : strtol(longer, NULL, 10);
    dl_iterate_phdr(look_for_sqlite, NULL);
    sem_init(&asked, 0, 0);
    struct sigaction action = {.sa_handler = ask, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, tell_when_asked, NULL);
}
