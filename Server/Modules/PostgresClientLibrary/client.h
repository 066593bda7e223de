// Debian has the header in a folder of its own; elsewhere it stands beside the others.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
