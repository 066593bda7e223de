import ChavePixModel
import ChaveWire
import PaymentsCore

import enum Pages.PercentText

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
        Field("cursor", .text(.pageCursor), .optional, "From next or previous, as it is; stable."),
    ]

    init(_ context: RequestContext) throws(APIFailure) {
        query = context.query
        path = "\(context.baseURL)\(context.request.path)"
        let size = query["page_size"].flatMap(Int.init).map { min($0, Paging.largestSize) } ?? 100
        request = PageRequest(size: size, start: try Paging.start(query))
    }

    private static func start(_ query: QueryParameters) throws(APIFailure) -> PageRequest.Start {
        if let cursor = query["cursor"] {
            let parts = cursor.split(separator: ".")
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

    /// A list that is held in memory.
    func answer<Item: APIMessage>(all items: [Item], id: (Item) -> String) -> ServerAnswer {
        func place(_ wanted: String) -> Int? { items.firstIndex { id($0) == wanted } }
        let start: Int
        var end = items.count
        switch request.start {
        case .page(let number): start = (number - 1) * request.size
        case .after(let text): start = place(text).map { $0 + 1 } ?? items.count
        case .before(let text):
            end = place(text) ?? 0
            start = max(end - request.size, 0)
        }
        let page = Array(items[min(start, end)..<end].prefix(request.size))
        let found = Page(
            items: page,
            count: items.count,
            isCountCapped: false,
            hasOlder: min(start, end) + page.count < items.count,
            hasNewer: min(start, end) > 0
        )
        return answer(found, id: id)
    }

    private func link(_ cursor: String) -> String { link(adding: "cursor=\(cursor)") }

    private func link(adding item: String) -> String {
        let kept = query.names.filter { $0 != "cursor" && $0 != "page" }.sorted().map { name in
            "\(PercentText.encode(name))=\(PercentText.encode(query[name] ?? ""))"
        }
        return "\(path)?\((kept + [item]).joined(separator: "&"))"
    }
}
