import ChaveWire

/// An object of the API as one line for each member; members of members have their names before theirs.
struct ObjectText {
    let lines: [String]

    init(_ object: JSONValue) {
        let members = ObjectText.members(of: object, below: "")
        lines = Columns.lines(members.map { [$0.name, PrintableLine.of($0.text, longest: 200)] })
    }

    private static func members(of value: JSONValue, below name: String) -> [(name: String, text: String)] {
        if let object = value.object {
            return object.members.flatMap {
                members(of: $0.value, below: name.isEmpty ? $0.name : "\(name).\($0.name)")
            }
        }
        if let array = value.array {
            return array.enumerated().flatMap { members(of: $0.element, below: "\(name)[\($0.offset)]") }
        }
        return value.isNull ? [] : [(name, value.string ?? value.text)]
    }
}
