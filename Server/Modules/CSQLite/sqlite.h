#include <sqlite3.h>

// Swift cannot call `sqlite3_db_config`, which takes a variable number of arguments. Each of these answers SQLite's code.

/// The last connection that closes leaves the write-ahead log as it is.
static inline int chave_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// A name in double quotes that names nothing is an error; SQLite would take it for a text.
static inline int chave_refuse_quoted_texts(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0) : code;
}

/// How SQLite takes what is bound: it makes a copy.
static inline sqlite3_destructor_type chave_copied(void) {
    return SQLITE_TRANSIENT;
}
