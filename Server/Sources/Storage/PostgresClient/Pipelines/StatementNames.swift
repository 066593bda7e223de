/// The plans of one connection: for each statement text, the plan's name and its value types.
struct StatementNames {
    struct Plan {
        var name: String
        /// One type for each value; 0 when every value so far was null, so that the server chose the type.
        var types: [UInt32]

        /// Whether values of the types `other` fit this plan as they are.
        func takes(_ other: [UInt32]) -> Bool {
            types.count == other.count && zip(types, other).allSatisfy { $0 == $1 || $1 == 0 }
        }
    }

    /// The maximum number of plans; later statements run without a name.
    ///
    /// A program that generates texts must not fill the server's memory.
    static let most = 500

    private var plans: [String: Plan] = [:]
    private var made = 0

    func plan(_ sql: String) -> Plan? { plans[sql] }

    /// A plan under a new name; `nil` when the connection has its maximum of plans.
    ///
    /// A type that the older plan knows replaces an unknown type of these values.
    mutating func next(_ types: [UInt32], after older: Plan?) -> Plan? {
        guard made < Self.most else { return nil }
        made += 1
        var types = types
        if let older, older.types.count == types.count {
            types = zip(types, older.types).map { $0 == 0 ? $1 : $0 }
        }
        return Plan(name: "chave_\(made)", types: types)
    }

    /// Records a plan that the server now has.
    mutating func learn(_ sql: String, _ plan: Plan) { plans[sql] = plan }
}
