#include <sqlite3.h>

/// The last connection that closes leaves the write-ahead log as it is; SQLite's code.
///
/// `sqlite3_db_config` takes a variable number of arguments, so Swift cannot call it.
static inline int chave_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
