package dev.tierbench.observer.host.foreign;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.IntByReference;
import dev.tierbench.observer.host.CLibrary;
import java.io.IOException;

/** Functions of the C library that keep names and credentials apart. */
interface LinuxCalls extends Library {

  int open(String path, int flags, int mode) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;

  int unlink(String path) throws LastErrorException;

  int socket(int domain, int type, int protocol) throws LastErrorException;

  int connect(int socket, Memory address, int bytes) throws LastErrorException;

  int setsockopt(int socket, int level, int option, Memory value, int bytes)
      throws LastErrorException;

  int getsockopt(int socket, int level, int option, Memory value, IntByReference bytes)
      throws LastErrorException;

  NativeLong send(int socket, byte[] data, NativeLong bytes, int flags) throws LastErrorException;

  NativeLong recv(int socket, byte[] data, NativeLong bytes, int flags) throws LastErrorException;

  NativeLong syscall(NativeLong number, NativeLong first, NativeLong second, NativeLong third)
      throws LastErrorException;

  static LinuxCalls load() throws IOException {
    return CLibrary.load(LinuxCalls.class);
  }
}
