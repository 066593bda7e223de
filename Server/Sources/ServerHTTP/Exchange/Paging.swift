import ChavePixModel
import ChaveWire
import PaymentsCore

/// Which page of a list a request asks for, and the addresses of its neighbours (Payments API, section 1).
struct Paging {
    let request: PageRequest
    private let query: QueryParameters
    private let path: String

    private static let largestSize = 1_000
    private static let largestPage: Int64 = 1_000_000

    /// The parameters that each list takes; a route's own filters come after them.
    static let fields = [
        Field(
            "page",
            .integer(1...largestPage),
            .optional,
            "The number of the page, from 1. Not stable under inserts."
        ),
        Field("page_size", .integer(1...Int64.max), .optional, "How many a page has; 100 without, never above 1000."),
        Field("cursor", .text(longest: 64, .token), .optional, "From next or previous, as it is; stable."),
    ]

    init(_ context: RequestContext) throws(APIFailure) {
        query = context.query
        path = "\(context.baseURL)\(context.request.path)"
        let size = query["page_size"].flatMap(Int.init).map { min($0, Paging.largestSize) } ?? 100
        request = PageRequest(size: size, start: try Paging.start(query))
    }

    private static func start(_ query: QueryParameters) throws(APIFailure) -> PageRequest.Start {
        if let cursor = query["cursor"] {
            let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, ChargeID(String(parts[1])) != nil, parts[0] == "after" || parts[0] == "before"
            else {
                throw .invalid("cursor", "Take the cursor from next or previous, as it is.")
            }
            return parts[0] == "after" ? .after(String(parts[1])) : .before(String(parts[1]))
        }
        return .page(query["page"].flatMap(Int.init) ?? 1)
    }

    /// The list as it goes out; `id` names an item in cursors.
    func answer<Item: APIMessage>(_ page: Page<Item>, id: (Item) -> String) -> ServerAnswer {
        let list = ResourceList(
            count: Int64(page.count),
            next: page.hasOlder ? page.items.last.map { link("after.\(id($0))") } : nil,
            previous: page.hasNewer ? page.items.first.map { link("before.\(id($0))") } : nil,
            results: page.items,
            isCountCapped: page.isCountCapped
        )
        return .json(list.json)
    }

    /// A list that is held in memory and does not change: pages by number.
    func answer<Item: APIMessage>(all items: [Item]) throws(APIFailure) -> ServerAnswer {
        guard case .page(let number) = request.start else {
            throw .invalid("cursor", "This list is paged by page and page_size.")
        }
        let start = min((number - 1).multipliedReportingOverflow(by: request.size).partialValue, items.count)
        let end = min(start + request.size, items.count)
        let list = ResourceList(
            count: Int64(items.count),
            next: end < items.count ? link(page: number + 1) : nil,
            previous: number > 1 ? link(page: number - 1) : nil,
            results: Array(items[max(start, 0)..<end])
        )
        return .json(list.json)
    }

    private func link(_ cursor: String) -> String { link(adding: "cursor=\(cursor)") }

    private func link(page: Int) -> String { link(adding: "page=\(page)") }

    private func link(adding item: String) -> String {
        let kept = query.names.filter { $0 != "cursor" && $0 != "page" }.sorted().map { name in
            "\(PercentText.encode(name))=\(PercentText.encode(query[name] ?? ""))"
        }
        return "\(path)?\((kept + [item]).joined(separator: "&"))"
    }
}

/// Percent-encoding of a query's names and values (RFC 3986, section 2.3).
enum PercentText {
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
