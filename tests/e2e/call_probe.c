/* Loaded before all other libraries (LD_PRELOAD): appends each call that changes process-wide state, and the library
   that made it, to the file that CALL_PROBE names, such as "sigaction libcurl.so.4". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(const char* function, const void* caller) {
  const char* file = getenv("CALL_PROBE");
  if (!file) return;
  Dl_info info;
  const char* library = dladdr(caller, &info) && info.dli_fname ? info.dli_fname : "?";
  const char* slash = strrchr(library, '/');
  char line[300];
  const int size = snprintf(line, sizeof line, "%s %s\n", function, slash ? slash + 1 : library);
  const int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (out < 0) return;
  if (write(out, line, (size_t)size) != size) abort();
  close(out);
}

/* POSIX returns functions as pointers to objects. */
#define NEXT(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define CALLED(name) note(#name, __builtin_return_address(0))

int sigaction(int number, const struct sigaction* now, struct sigaction* old) {
  if (now) CALLED(sigaction);
  return NEXT(sigaction)(number, now, old);
}
__sighandler_t signal(int number, __sighandler_t handler) {
  CALLED(signal);
  return NEXT(signal)(number, handler);
}
int sigprocmask(int how, const sigset_t* now, sigset_t* old) {
  if (now) CALLED(sigprocmask);
  return NEXT(sigprocmask)(how, now, old);
}
char* setlocale(int category, const char* name) {
  if (name) CALLED(setlocale);
  return NEXT(setlocale)(category, name);
}
mode_t umask(mode_t mask) {
  CALLED(umask);
  return NEXT(umask)(mask);
}
int chdir(const char* path) {
  CALLED(chdir);
  return NEXT(chdir)(path);
}
int fchdir(int file) {
  CALLED(fchdir);
  return NEXT(fchdir)(file);
}
int setenv(const char* name, const char* value, int over) {
  CALLED(setenv);
  return NEXT(setenv)(name, value, over);
}
int putenv(char* text) {
  CALLED(putenv);
  return NEXT(putenv)(text);
}
int unsetenv(const char* name) {
  CALLED(unsetenv);
  return NEXT(unsetenv)(name);
}
int setrlimit(__rlimit_resource_t what, const struct rlimit* now) {
  CALLED(setrlimit);
  return NEXT(setrlimit)(what, now);
}
pid_t fork(void) {
  CALLED(fork);
  return NEXT(fork)();
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* data) {
  note("pthread_create", __extension__(const void*) run);
  return NEXT(pthread_create)(thread, attributes, run, data);
}
