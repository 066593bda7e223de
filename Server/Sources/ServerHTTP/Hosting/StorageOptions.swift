import SQLiteWriter

typealias StorageOptions = GroupCommitWriter.Options
