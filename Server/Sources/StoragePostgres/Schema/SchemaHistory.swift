/// The steps that a database says it has.
struct SchemaHistory {
    struct Step: Hashable {
        var name: String
        var checksum: [UInt8]
    }

    var applied: [Step]

    /// What is missing of `migrations`.
    func missing(of migrations: [PostgresMigration]) throws(PostgresSchemaRefusal) -> [PostgresMigration] {
        let known = Set(migrations.map(\.name))
        if let newer = applied.first(where: { !known.contains($0.name) }) { throw .newerSchema(found: newer.name) }
        for (found, expected) in zip(applied, migrations) {
            guard found.name == expected.name else {
                throw .differentHistory(expected: expected.name, found: found.name)
            }
            guard found.checksum == expected.checksum else { throw .differentText(name: found.name) }
        }
        return Array(migrations.dropFirst(applied.count))
    }
}
