/// The members of a JSON object in their written order, each name once.
///
/// A small object is searched from the front, as most objects are small. A larger object has an index, so that the cost
/// of reading an object stays proportional to its length.
public struct JSONObject: Hashable, Sendable {
    private struct Member: Hashable, Sendable {
        let name: String
        var value: JSONValue
    }

    private static let searchedCount = 16

    private var list: [Member] = []
    /// The position of each name; filled only above `searchedCount` members.
    private var index: [String: Int] = [:]

    /// Creates an object without members.
    public init() {}

    /// The number of members.
    public var count: Int { list.count }
    /// Whether there is no member.
    public var isEmpty: Bool { list.isEmpty }
    /// The names in their written order.
    public var names: [String] { list.map(\.name) }

    /// The member with this name; setting `nil` removes the member, setting a new name appends it.
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

    /// The names and values, in order.
    public var members: [(name: String, value: JSONValue)] { list.map { ($0.name, $0.value) } }

    /// Calls `body` for each member in order, without building a list of them.
    func forEachMember(_ body: (_ name: String, _ value: JSONValue) -> Void) {
        for member in list { body(member.name, member.value) }
    }

    /// Objects are equal when they have the same members; the order does not count (RFC 8259, section 4).
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.count == rhs.count && lhs.list.allSatisfy { rhs[$0.name] == $0.value }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(list)) }

    func contains(_ name: String) -> Bool { position(of: name) != nil }

    /// Appends a member; its name must not exist yet.
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
