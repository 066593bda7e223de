import CSQLite

/// The system's SQLite library.
public enum SQLiteLibrary {
    /// A warning about the library's version for the operator; `nil` when there is none.
    public static var risk: String? {
        guard hasResetDefect(sqlite3_libversion_number()) else { return nil }
        return """
            SQLite \(String(cString: sqlite3_libversion())) may damage a database whose log two connections move into the file at \
            once (SQLite's WAL-reset defect). This server moves it on one connection alone; let no program but chave's own \
            commands write to its files while it runs, or install SQLite 3.51.3 or later.
            """
    }

    /// Whether the version has the defect; 3.51.3 fixes it, and 3.50.7 and 3.44.6 fix it for their own series.
    static func hasResetDefect(_ version: Int32) -> Bool {
        switch version {
        case 3_044_006..<3_045_000, 3_050_007..<3_051_000, 3_051_003...: false
        default: true
        }
    }
}
