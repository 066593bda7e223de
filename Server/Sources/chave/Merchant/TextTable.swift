import ChaveWire

/// Items as lines of columns, under a line of titles.
struct TextTable {
    let lines: [String]

    init(_ columns: [MerchantList.Column], _ items: [JSONValue]) {
        let cells = items.map { item in columns.map { PrintableLine.of($0.text(item), longest: 40) } }
        let widths = columns.indices.map { index in
            max(columns[index].title.count, cells.map { $0[index].count }.max() ?? 0)
        }
        func line(_ texts: [String]) -> String {
            let padded = columns.indices.map { index in
                let space = String(repeating: " ", count: widths[index] - texts[index].count)
                return columns[index].isNumber ? space + texts[index] : texts[index] + space
            }
            return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        lines = [Terminal.dim(line(columns.map(\.title)))] + cells.map(line)
    }
}

/// An object of the API as one line for each member; members of members have their names before theirs.
struct ObjectText {
    let lines: [String]

    init(_ object: JSONValue) {
        let members = ObjectText.members(of: object, below: "")
        let width = members.map(\.name.count).max() ?? 0
        lines = members.map { name, text in
            name + String(repeating: " ", count: width - name.count + 2) + PrintableLine.of(text, longest: 200)
        }
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
