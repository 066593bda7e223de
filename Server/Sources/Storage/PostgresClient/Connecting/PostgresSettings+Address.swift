extension PostgresSettings {
    /// Hosts, ports, database and user as libpq's `key=value` pairs, for other PostgreSQL programs; never a password.
    public var addressWithoutSecrets: String {
        func list(_ name: String) -> String? {
            let values = candidates.map { $0[name] ?? "" }
            return values.allSatisfy(\.isEmpty) ? nil : values.joined(separator: ",")
        }
        let common = candidates.first ?? [:]
        let pairs: [(String, String?)] = [
            ("host", list("host")), ("hostaddr", list("hostaddr")), ("port", list("port")),
            ("dbname", common["dbname"]), ("user", common["user"]), ("sslmode", common["sslmode"]),
        ]
        return pairs.compactMap { name, value in value.map { "\(name)=\(Self.quoted($0))" } }.joined(separator: " ")
    }

    /// Puts quotes around a value, as libpq reads them, when the value needs quotes.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.utf8.allSatisfy { (33...126).contains($0) && $0 != 39 && $0 != 92 }
        if isPlain { return value }
        return "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
