import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

/// The page that a caller wants of an administrator's list: by age, from the beginning or after an id.
struct SignInPaging: Sendable {
    let size: Int
    /// The last id of the page before; `nil` for the first page.
    let last: String?

    static let fields = [
        Field("page_size", .integer(1...1_000), .optional, "How many a page has; 100 without."),
        Field("page_token", .text(longest: 200), .optional, "next_page_token of the page before."),
    ]

    init(_ query: QueryParameters) {
        size = query["page_size"].flatMap(Int.init) ?? 100
        last = query["page_token"]
    }

    /// The answer with one page; `found` has one more item than a page where another page follows.
    func answer<Item>(
        _ found: [Item],
        as name: String,
        id: (Item) -> String,
        _ json: (Item) -> JSONObject
    ) -> ServerAnswer {
        let page = found.prefix(size)
        var object = JSONObject()
        object[name] = .array(page.map { .object(json($0)) })
        if found.count > size { object["next_page_token"] = page.last.map { .string(id($0)) } }
        return .object(object)
    }
}
