/// Which texts the server has planned on one connection, under which name and for values of which types.
struct StatementNames {
    struct Plan {
        var name: String
        /// 0 where every value so far was null: the server took the type of the place.
        var types: [UInt32]

        /// Whether values of these types can be sent for it as they are.
        func takes(_ other: [UInt32]) -> Bool {
            types.count == other.count && zip(types, other).allSatisfy { $0 == $1 || $1 == 0 }
        }
    }

    /// More are run without a name: a program that makes up texts must not fill the server's memory.
    static let most = 500

    private var plans: [String: Plan] = [:]
    private var made = 0

    func plan(_ sql: String) -> Plan? { plans[sql] }

    /// A plan under a name that this connection never had; `nil` when it has enough of them.
    ///
    /// Where an older plan knows a type that these values do not tell, it is kept.
    mutating func next(_ types: [UInt32], after older: Plan?) -> Plan? {
        guard made < Self.most else { return nil }
        made += 1
        var types = types
        if let older, older.types.count == types.count {
            types = zip(types, older.types).map { $0 == 0 ? $1 : $0 }
        }
        return Plan(name: "chave_\(made)", types: types)
    }

    /// The server has it from now on.
    mutating func learn(_ sql: String, _ plan: Plan) { plans[sql] = plan }
}
