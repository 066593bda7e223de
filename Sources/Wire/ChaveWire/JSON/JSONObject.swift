/// The members of a JSON object, in the order in which they were written, each name once.
///
/// Small objects, which most are, are searched from the front; larger ones have an index, so that an object of many
/// members costs its reader no more than its length.
public struct JSONObject: Hashable, Sendable {
    private struct Member: Hashable, Sendable {
        let name: String
        var value: JSONValue
    }

    private static let searchedCount = 16

    private var list: [Member] = []
    /// Where each name stands; kept only above `searchedCount` members.
    private var index: [String: Int] = [:]

    /// No members.
    public init() {}

    /// How many members there are.
    public var count: Int { list.count }
    /// Whether there is no member.
    public var isEmpty: Bool { list.isEmpty }
    /// In the order in which they were written.
    public var names: [String] { list.map(\.name) }

    /// The member with that name; setting `nil` removes it, setting a new name appends it.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { list[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): list[position].value = value
            case (nil, let value?): append(name, value)
            case (let position?, nil):
                list.remove(at: position)
                rebuildIndex()
            case (nil, nil): break
            }
        }
    }

    /// Name and value, in order.
    public var members: [(name: String, value: JSONValue)] { list.map { ($0.name, $0.value) } }

    /// Each member, in order, without a list of them being made.
    func forEachMember(_ body: (_ name: String, _ value: JSONValue) -> Void) {
        for member in list { body(member.name, member.value) }
    }

    /// Two objects are equal when they have the same members; their order does not count (RFC 8259, section 4).
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.count == rhs.count && lhs.list.allSatisfy { rhs[$0.name] == $0.value }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(list)) }

    func contains(_ name: String) -> Bool { position(of: name) != nil }

    /// Adds a member whose name is not there yet.
    mutating func append(_ name: String, _ value: JSONValue) {
        if list.isEmpty { list.reserveCapacity(6) }
        list.append(Member(name: name, value: value))
        if list.count == JSONObject.searchedCount + 1 {
            rebuildIndex()
        } else if list.count > JSONObject.searchedCount {
            index[name] = list.count - 1
        }
    }

    private func position(of name: String) -> Int? {
        list.count > JSONObject.searchedCount ? index[name] : list.firstIndex { $0.name == name }
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard list.count > JSONObject.searchedCount else { return }
        for (position, member) in list.enumerated() { index[member.name] = position }
    }
}
