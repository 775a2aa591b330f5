// syscalls
