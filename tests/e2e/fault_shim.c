// clang-format off
// A library for LD_PRELOAD that makes the file system fail below one directory, and the clock jump back.
//
//   PITH_FAULT_DIR     absolute path; files elsewhere, pipes and sockets are never touched. Unset: no faults
//   PITH_FAULT_COUNTER a file of 8 bytes in which all processes count their operations together; created if missing
//   PITH_FAULT_AT      number of the operation that fails, counted from 1; 0: none, the operations are only counted
//   PITH_FAULT         eio       half of a write is done, then it fails; everything else fails at once
//                      short     half of a write is done and reported as done; other operations work
//                      full      this one and all later ones that may need space fail with ENOSPC, half of a write done
//                      readonly  this one and all later ones fail with EROFS
//                      denied    from this one on opening for writing, renaming, removing and creating fail with EACCES
//                      read      reading fails with EIO; only reads are counted
//                      sector    reading any of the 4096 bytes from PITH_FAULT_AT on fails with EIO, in the file that
//                                is cache/pages.sqlite when the process starts
//   PITH_CLOCK_BACK    seconds by which the wall clock is behind, beginning PITH_CLOCK_AFTER_MS after the start (0)
//
// Operations are the calls below that change files (not writes of a single byte, which cannot be halved); with `read`
// those that read them. The C library's own writes (fwrite) do not pass through here; those of SQLite, libstdc++'s
// streams and Pith do.
// clang-format on
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static void* real(const char* name) { return dlsym(RTLD_NEXT, name); }

enum kind { none, eio, shortened, full, readonly, denied, reading, sector };
enum operation { op_write, op_sync, op_size, op_open, op_name, op_read };

static struct {
  enum kind kind;
  long at;
  char directory[4096];
  size_t length;
  _Atomic long* counter;
  ino_t inode;
} fault;

static long clock_back, clock_after_ms;
static struct timespec begun;

__attribute__((constructor)) static void set_up(void) {
  const char *back = getenv("PITH_CLOCK_BACK"), *after = getenv("PITH_CLOCK_AFTER_MS");
  clock_back = back ? atol(back) : 0;
  clock_after_ms = after ? atol(after) : 0;
  REAL(clock_gettime)(CLOCK_MONOTONIC, &begun);

  const char *directory = getenv("PITH_FAULT_DIR"), *counter = getenv("PITH_FAULT_COUNTER"),
             *at = getenv("PITH_FAULT_AT"), *kind = getenv("PITH_FAULT");
  if (!directory || !counter || !kind) return;
  const char* names[] = {"", "eio", "short", "full", "readonly", "denied", "read", "sector"};
  for (int i = 1; i < 8; ++i)
    if (strcmp(kind, names[i]) == 0) fault.kind = (enum kind)i;
  snprintf(fault.directory, sizeof fault.directory, "%s/", directory);
  fault.length = strlen(fault.directory);
  fault.at = at ? atol(at) : 0;
  char cache[4200];
  struct stat status;
  snprintf(cache, sizeof cache, "%scache/pages.sqlite", fault.directory);
  if (fault.kind == sector && stat(cache, &status) == 0) fault.inode = status.st_ino;
  const int file = REAL(open)(counter, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || REAL(ftruncate)(file, sizeof *fault.counter) != 0) abort();  // an error in the test
  fault.counter = mmap(NULL, sizeof *fault.counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (fault.counter == MAP_FAILED) abort();
  close(file);
}

static int below(const char* path) {
  if (!fault.kind || !path) return 0;
  char absolute[8192];
  if (path[0] != '/') {
    if (!getcwd(absolute, 4096)) return 0;
    strncat(absolute, "/", 2);
    strncat(absolute, path, 4000);
    path = absolute;
  }
  return strncmp(path, fault.directory, fault.length) == 0 || strlen(path) + 1 == fault.length;
}

static int file_below(int file) {
  struct stat status;
  if (!fault.kind || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(name, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return below(path);
}

// Counts an operation and returns whether it must fail, with errno set. The caller does the first half of failing and
// short writes.
static int fails(enum operation operation) {
  if (fault.kind == sector) return 0;
  if ((operation == op_read) != (fault.kind == reading)) return 0;
  if (fault.kind == denied && operation != op_open && operation != op_name) return 0;
  if (fault.kind == shortened && operation != op_write) return 0;
  const long number = atomic_fetch_add(fault.counter, 1) + 1;
  if (fault.at <= 0) return 0;
  const int lasts = fault.kind == full || fault.kind == readonly || fault.kind == denied;
  if (lasts ? number < fault.at : number != fault.at) return 0;
  if (fault.kind == full && operation == op_name) return 0;  // removing and renaming need no space
  errno = fault.kind == full ? ENOSPC : fault.kind == readonly ? EROFS : fault.kind == denied ? EACCES : EIO;
  return 1;
}

static ssize_t after_half(ssize_t written) {
  if (fault.kind == shortened) return written;
  errno = fault.kind == full ? ENOSPC : fault.kind == readonly ? EROFS : EIO;
  return -1;
}

ssize_t write(int file, const void* bytes, size_t size) {
  if (size > 1 && file_below(file) && fails(op_write))
    return after_half(fault.kind == readonly ? 0 : REAL(write)(file, bytes, size / 2));
  return REAL(write)(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  if (size > 1 && file_below(file) && fails(op_write))
    return after_half(fault.kind == readonly ? 0 : REAL(pwrite)(file, bytes, size / 2, offset));
  return REAL(pwrite)(file, bytes, size, offset);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) { return pwrite(file, bytes, size, offset); }

ssize_t writev(int file, const struct iovec* parts, int count) {
  if (file_below(file) && fails(op_write)) return after_half(REAL(writev)(file, parts, 1));
  return REAL(writev)(file, parts, count);
}

#define ON_FILE(name, operation, parameters, arguments) \
  int name parameters { return file_below(file) && fails(operation) ? -1 : REAL(name) arguments; }
ON_FILE(fsync, op_sync, (int file), (file))
ON_FILE(fdatasync, op_sync, (int file), (file))
ON_FILE(ftruncate, op_size, (int file, off_t size), (file, size))
ON_FILE(ftruncate64, op_size, (int file, off64_t size), (file, size))

#define ON_PATH(name, parameters, arguments) \
  int name parameters { return below(path) && fails(op_name) ? -1 : REAL(name) arguments; }
ON_PATH(rename, (const char* path, const char* to), (path, to))
ON_PATH(unlink, (const char* path), (path))
ON_PATH(remove, (const char* path), (path))
ON_PATH(rmdir, (const char* path), (path))

int mkdir(const char* path, mode_t mode) { return below(path) && fails(op_open) ? -1 : REAL(mkdir)(path, mode); }

int unlinkat(int directory, const char* path, int flags) {
  return (path[0] == '/' || directory == AT_FDCWD) && below(path) && fails(op_name)
             ? -1
             : REAL(unlinkat)(directory, path, flags);
}

static int opens_to_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)); }

#define OPEN(name)                                                         \
  int name(const char* path, int flags, ...) {                             \
    mode_t mode = 0;                                                       \
    if (flags & O_CREAT) {                                                 \
      va_list more;                                                        \
      va_start(more, flags);                                               \
      mode = va_arg(more, mode_t);                                         \
      va_end(more);                                                        \
    }                                                                      \
    if (opens_to_write(flags) && below(path) && fails(op_open)) return -1; \
    return REAL(name)(path, flags, mode);                                  \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                                         \
  FILE* name(const char* path, const char* mode) {                          \
    if (strpbrk(mode, "wa+") && below(path) && fails(op_open)) return NULL; \
    return REAL(name)(path, mode);                                          \
  }
FOPEN(fopen)
FOPEN(fopen64)

static int reads_sector(int file, off_t from, size_t size) {
  struct stat status;
  if (fault.kind != sector || fstat(file, &status) != 0 || status.st_ino != fault.inode) return 0;
  errno = EIO;
  return from < fault.at + 4096 && from + (off_t)size > fault.at;
}

static int read_fails(int file, off_t from, size_t size) {
  return reads_sector(file, from, size) || (fault.kind == reading && file_below(file) && fails(op_read));
}

ssize_t read(int file, void* bytes, size_t size) {
  return read_fails(file, lseek(file, 0, SEEK_CUR), size) ? -1 : REAL(read)(file, bytes, size);
}
ssize_t pread(int file, void* bytes, size_t size, off_t offset) {
  return read_fails(file, offset, size) ? -1 : REAL(pread)(file, bytes, size, offset);
}
ssize_t pread64(int file, void* bytes, size_t size, off64_t offset) { return pread(file, bytes, size, offset); }

ssize_t sendfile(int to, int from, off_t* offset, size_t size) {
  return reads_sector(from, offset ? *offset : lseek(from, 0, SEEK_CUR), size) ? -1
                                                                               : REAL(sendfile)(to, from, offset, size);
}
ssize_t copy_file_range(int from, off64_t* offset, int to, off64_t* to_offset, size_t size, unsigned flags) {
  return reads_sector(from, offset ? *offset : lseek(from, 0, SEEK_CUR), size)
             ? -1
             : REAL(copy_file_range)(from, offset, to, to_offset, size, flags);
}

static long behind(void) {
  if (!clock_back) return 0;
  struct timespec now;
  REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
  const long ms = (now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000;
  return ms >= clock_after_ms ? clock_back : 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec -= behind();
  return result;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  const int result = REAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec -= behind();
  return result;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
