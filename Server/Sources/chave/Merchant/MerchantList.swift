import ArgumentParser
import ChaveBase
import ChaveWire

/// One of the lists of a merchant's API, as a terminal shows it.
struct MerchantList {
    /// The path below the API's prefix, with its slashes.
    let path: String
    let columns: [Column]

    /// A column: its title, and its text of one item.
    struct Column {
        let title: String
        var isNumber = false
        let text: @Sendable (JSONValue) -> String

        init(_ title: String, isNumber: Bool = false, _ text: @escaping @Sendable (JSONValue) -> String) {
            self.title = title
            self.isNumber = isNumber
            self.text = text
        }

        /// The member of that name as it is.
        init(_ title: String, _ name: String, isNumber: Bool = false) {
            self.init(title, isNumber: isNumber) { $0[name]?.string ?? "" }
        }
    }

    private static let prefix = "/payments/br"

    /// Prints one page.
    func show(_ fields: [(name: String, value: String?)], page: PageOptions, of merchant: MerchantServer) async throws {
        let query = (fields + [("page_size", page.limit.map(String.init)), ("cursor", page.cursor)]).compactMap {
            field in
            field.value.map { "\(field.name)=\(PercentEncoding.encode($0))" }
        }
        let address = query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        let answer = try await merchant.call("GET", MerchantList.prefix + address)
        if page.json { return Terminal.say(answer.text) }
        let items = answer["results"]?.array ?? []
        if items.isEmpty { return Terminal.note("There are none.") }
        let cells = items.map { item in columns.map { PrintableLine.of($0.text(item), longest: 40) } }
        let lines = Columns.lines([columns.map(\.title)] + cells, columns.map { $0.isNumber ? .right : .left })
        for (index, line) in lines.enumerated() { Terminal.say(index == 0 ? Terminal.dim(line) : line) }
        if let cursor = answer["next"]?.string.flatMap(MerchantList.cursor) {
            Terminal.note("There are more: --cursor \(cursor)")
        }
    }

    /// Prints one object, member by member.
    func showOne(_ id: String, asJSON isJSON: Bool, of merchant: MerchantServer) async throws {
        let answer = try await merchant.call("GET", "\(MerchantList.prefix)\(path)\(PercentEncoding.encode(id))/")
        if isJSON { return Terminal.say(answer.text) }
        for line in ObjectText(answer).lines { Terminal.say(line) }
    }

    /// The cursor of an address of the API.
    static func cursor(_ address: String) -> String? {
        guard let start = address.firstRange(of: "cursor=")?.upperBound else { return nil }
        return PercentEncoding.decode(address[start...].prefix { $0 != "&" })
    }
}

/// The options that every list has.
struct PageOptions: ParsableArguments {
    @Option(help: "How many: 100 without, 1000 at most.") var limit: Int?
    @Option(help: "Where to go on, as the end of the page before says.") var cursor: String?
    @Flag(help: "Print the API's answer.") var json = false

    func validate() throws {
        if let limit, !(1...1_000).contains(limit) { throw ValidationError("--limit is 1 to 1000.") }
    }
}
