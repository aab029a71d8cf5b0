"""Mounts a folder like a network share: no chmod, chown, hard links or fsync of folders; inode numbers change.

Usage: network-folder.py FOLDER MOUNT_POINT. Needs Debian's packages fuse3 and python3-fusepy.
"""
import errno
import os
import sys

from fusepy import FUSE, FuseOSError, Operations


def unsupported(code):
    def fail(*_):
        raise FuseOSError(code)

    return fail


class Share(Operations):
    link = unsupported(errno.ENOTSUP)
    chmod = unsupported(errno.EPERM)
    chown = unsupported(errno.EPERM)
    fsyncdir = unsupported(errno.EINVAL)

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, operation, path, *rest):
        method = getattr(self, operation)
        if operation != "rename":
            return method(self.folder + path, *rest)
        return method(self.folder + path, self.folder + rest[0])

    def access(self, path, mode):
        if not os.access(path, mode):
            raise FuseOSError(errno.EACCES)

    def getattr(self, path, handle=None):
        stats = os.lstat(path)
        return {name: getattr(stats, name) for name in dir(stats) if name.startswith("st_")}

    def statfs(self, path):
        stats = os.statvfs(path)
        return {name: getattr(stats, name) for name in dir(stats) if name.startswith("f_")}

    def readdir(self, path, handle):
        return [".", "..", *os.listdir(path)]

    def mkdir(self, path, mode):
        os.mkdir(path, mode)

    def rmdir(self, path):
        os.rmdir(path)

    def unlink(self, path):
        os.unlink(path)

    def rename(self, old, new):
        os.rename(old, new)

    def utimens(self, path, times=None):
        os.utime(path, times)

    def open(self, path, flags):
        return os.open(path, flags)

    def create(self, path, mode, info=None):
        return os.open(path, os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, size, offset, handle):
        return os.pread(handle, size, offset)

    def write(self, path, data, offset, handle):
        return os.pwrite(handle, data, offset)

    def truncate(self, path, length, handle=None):
        os.truncate(path, length)

    def release(self, path, handle):
        os.close(handle)

    def fsync(self, path, datasync, handle):
        os.fsync(handle)


FUSE(Share(sys.argv[1]), sys.argv[2], nothreads=True, foreground=True)
