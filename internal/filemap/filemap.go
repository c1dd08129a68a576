// Package filemap maps files into blocks of Go's memory: what points into a mapping keeps it, as it keeps any other
// block, and the collector ends it.
//
// A file that changes or shrinks under a mapping would change the elements of arrays, or end the process by SIGBUS where
// its pages are gone. So a file is mapped only under a lease of the system's (fcntl(2), F_SETLEASE): who opens it to write
// or truncates it waits until the mapping has been replaced by a copy of the file, which keeps what it had. Where there is
// no lease, as on other systems, on file systems without them and on files that somebody has open to write, there is no mapping.
package filemap

// Least is the size in bytes from which on a mapping is worth a descriptor and a lease.
const Least = 64 << 10
