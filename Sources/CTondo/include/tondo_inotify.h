#ifndef TONDO_INOTIFY_H
#define TONDO_INOTIFY_H
#endif
