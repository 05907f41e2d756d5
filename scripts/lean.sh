#!/bin/sh
# Runs Node for a process that stays for months on a small machine. These settings count only from its first moment on:
# glibc keeps freed memory in arenas, one for several threads, and returns it to the system late.
# `exec`: no shell stays beside it, and a signal reaches it.
MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 exec node --optimize-for-size "$@"
