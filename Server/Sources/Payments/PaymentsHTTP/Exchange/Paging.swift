import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsModel
import Waiting

/// The requested page of a list, and the addresses of its neighbours (Payments API, section 1).
struct Paging {
    let request: PageRequest
    private let query: QueryParameters
    private let path: String
    private let lease: AnswerLease?
    private let turns: Turns

    private static let largestSize = 1_000
    private static let largestPage: Int64 = 1_000_000

    /// The parameters that each list accepts; a route's own filters come after them.
    static let fields = [
        Field(
            "page",
            .integer(1...largestPage),
            .optional,
            "The number of the page, from 1. Not stable under inserts."
        ),
        Field(
            "page_size",
            .integer(1...Int64.max),
            .optional,
            "How many a page has; 100 without, never above 1000, and for a device's token never above 100."
        ),
        Field("cursor", .text(.pageCursor), .optional, "From next or previous, as it is; stable."),
    ]

    init(_ context: RequestContext) throws(APIFailure) {
        query = context.query
        path = "\(context.baseURL)\(context.request.path)"
        lease = context.request.lease
        turns = context.call.asked.admission.readings
        let size = Paging.size(query["page_size"], isDevice: context.provenCaller?.device != nil)
        request = PageRequest(size: size, start: try Paging.start(query))
    }

    /// The page size; only a merchant's server may read large pages, because anyone may have a device's token.
    static func size(_ text: String?, isDevice: Bool) -> Int {
        text.flatMap(Int.init).map { min($0, isDevice ? 100 : Paging.largestSize) } ?? 100
    }

    private static func start(_ query: QueryParameters) throws(APIFailure) -> PageRequest.Start {
        if let cursor = query["cursor"] {
            // The cursor's form was checked before.
            guard let dot = cursor.firstIndex(of: "."), let id = AnyID(String(cursor[dot...].dropFirst())) else {
                throw .invalid("cursor", "Send \(TextFormat.pageCursor.advice).")
            }
            return cursor.hasPrefix("after") ? .after(id) : .before(id)
        }
        return .page(query["page"].flatMap(Int.init) ?? 1)
    }

    /// The list as it is sent, read in parts; `id` names an item in cursors.
    ///
    /// Each part follows the part before it by its cursor, so rows that are added meanwhile move nothing.
    func answer<Item: APIMessage>(
        id: (Item) -> AnyID,
        reading read: (PageRequest) async throws(APIFailure) -> Page<Item>
    ) async throws(APIFailure) -> ServerAnswer {
        var body = ListBody<Item>(counting: lease)
        var start = firstPart
        var counted: Page<Item>?
        var (hasOlder, hasNewer) = (false, false)
        while body.count < request.size {
            let isFirst = counted == nil
            let rows = isFirst ? min(start.rows, request.size) : body.rows(of: request.size)
            let asked = PageRequest(size: rows, start: start.place, isCounted: isFirst)
            // The rows are already text at the end of the turn.
            let page = try await turns.take { () async throws(APIFailure) in
                let page = try await read(asked)
                try body.add(page.items, atNewerEnd: isBackward)
                return page.with([Item]())
            }
            if isFirst { counted = page }
            if isFirst || !isBackward { hasOlder = page.hasOlder }
            if isFirst || isBackward { hasNewer = page.hasNewer }
            guard isBackward ? page.hasNewer : page.hasOlder, let newest = body.newest, let oldest = body.oldest else {
                break
            }
            start.place = isBackward ? .before(id(newest)) : .after(id(oldest))
        }
        let frame = ResourceList<Item>(
            count: Int64(counted?.count ?? 0),
            next: hasOlder ? body.oldest.map { link("after.\(id($0))") } : nil,
            previous: hasNewer ? body.newest.map { link("before.\(id($0))") } : nil,
            results: [],
            isCountCapped: counted?.isCountCapped ?? false
        )
        return ServerAnswer(
            status: 200,
            headers: [("Content-Type", "application/json")],
            body: body.close(in: frame)
        )
    }

    /// Whether the request reads backwards: the page ends at its cursor.
    private var isBackward: Bool {
        if case .before = request.start { true } else { false }
    }

    /// The start and the number of rows of the first part.
    ///
    /// A numbered page is found by parts whose size divides the page's distance from the start.
    private var firstPart: (place: PageRequest.Start, rows: Int) {
        let few = min(20, request.size)
        guard case .page(let number) = request.start, number > 1 else { return (request.start, few) }
        let distance = (number - 1) * request.size
        let rows = (1...few).last { distance.isMultiple(of: $0) } ?? 1
        return (.page(distance / rows + 1), rows)
    }

    /// The page of a list that is in memory.
    func answer<Item: APIMessage>(all items: [Item], id: (Item) -> AnyID) -> ServerAnswer {
        func place(_ wanted: AnyID) -> Int? { items.firstIndex { id($0) == wanted } }
        let start: Int
        var end = items.count
        switch request.start {
        case .page(let number): start = (number - 1) * request.size
        case .after(let id): start = place(id).map { $0 + 1 } ?? items.count
        case .before(let id):
            end = place(id) ?? 0
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

    private func answer<Item: APIMessage>(_ page: Page<Item>, id: (Item) -> AnyID) -> ServerAnswer {
        let list = ResourceList(
            count: Int64(page.count),
            next: page.hasOlder ? page.items.last.map { link("after.\(id($0))") } : nil,
            previous: page.hasNewer ? page.items.first.map { link("before.\(id($0))") } : nil,
            results: page.items,
            isCountCapped: page.isCountCapped
        )
        return .json(list.json)
    }

    private func link(_ cursor: String) -> String { link(adding: "cursor=\(cursor)") }

    private func link(adding item: String) -> String {
        let kept = query.names.filter { $0 != "cursor" && $0 != "page" }.sorted().map { name in
            "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(query[name] ?? ""))"
        }
        return "\(path)?\((kept + [item]).joined(separator: "&"))"
    }
}
