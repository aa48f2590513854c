// Preloaded into a daemon by tests: lets a step of its fail, or be its last.
//
// Counted are the calls that change what lies on a disk, of all threads together: rename, unlink, mkdir, create, write,
// truncate, fsync. What the environment says of them:
//
//   TONDO_FAULT_AT=N        the process is killed in place of the Nth call
//   TONDO_FAULT_NUMBER=E    ... or only this call fails, with errno E
//   TONDO_FAULT_WHILE=FILE  while FILE exists every call fails, with errno E
//   TONDO_FAULT_CLOCK=FILE  the wall clock is off by the seconds that FILE holds
#ifndef TONDO_TEST_FAULT_H
#define TONDO_TEST_FAULT_H

#endif
