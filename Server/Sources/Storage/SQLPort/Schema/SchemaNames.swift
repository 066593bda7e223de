/// The names in a schema's statements: its tables, and the unique keys that errors of either database name.
struct SchemaNames: Sendable {
    private(set) var tables: Set<String> = ["schema_migration"]
    /// The name of each unique key by its columns in SQLite's notation: `table.first, table.second`.
    private var keys: [String: String] = [:]

    init(_ statements: [String]) {
        for statement in statements {
            let words = SQLWord.words(of: statement).filter { !$0.isSpace }
            let names = words.filter(\.isQuoted).map { String($0.text.dropFirst().dropLast()) }
            let plain = words.prefix { !$0.isQuoted }.map(\.text)
            switch plain {
            case ["CREATE", "TABLE"]:
                if let table = names.first { tables.insert(table) }
            case ["CREATE", "UNIQUE", "INDEX"]:
                guard names.count > 2 else { continue }
                let columns = Self.columns(words, behind: names[1])
                keys[columns.map { "\(names[1]).\($0)" }.joined(separator: ", ")] = names[0]
            default: continue
            }
        }
    }

    /// PostgreSQL's name for the key that SQLite names by its columns, as `table.first, table.second`.
    ///
    /// It is the index's own name, or the name that PostgreSQL generates for a key without one. `isPrimary` says
    /// whether SQLite calls the key the table's primary key.
    func key(of columns: String, isPrimary: Bool) -> String {
        if let name = keys[columns] { return name }
        let parts = columns.split(separator: ", ").map { $0.split(separator: ".", maxSplits: 1).map(String.init) }
        let table = parts.first?.first ?? ""
        if isPrimary { return "\(table)_pkey" }
        return ([table] + parts.compactMap { $0.count == 2 ? $0[1] : nil } + ["key"]).joined(separator: "_")
    }

    /// The quoted names in the first pair of brackets behind the table's name.
    private static func columns(_ words: [SQLWord], behind table: String) -> [String] {
        guard let place = words.firstIndex(where: { $0.text == "\"\(table)\"" }) else { return [] }
        return words[place...].dropFirst(2).prefix { $0.text != ")" }.filter(\.isQuoted)
            .map { String($0.text.dropFirst().dropLast()) }
    }
}
