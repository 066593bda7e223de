import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore {
    /// One page, asked for in one round trip.
    func page<Record>(_ query: ListQuery<Record>, _ request: PageRequest) async throws(StorageFault) -> Page<Record> {
        guard let questions = query.questions(request) else { return try await nothing(of: query, request) }
        let answers = try await answers(.reads, questions.all)
        return try read { try Page(questions, answers, of: request) }
    }

    /// A page with no rows, which may say how many there are all the same.
    private func nothing<Record>(
        of query: ListQuery<Record>,
        _ request: PageRequest
    ) async throws(StorageFault) -> Page<Record> {
        let first = PageRequest(size: 1, start: .page(1), isCounted: request.isCounted)
        guard let questions = query.questions(first) else {
            return Page(items: [], count: 0, isCountCapped: false, hasOlder: false, hasNewer: false)
        }
        let answers = try await answers(.reads, questions.all)
        var page: Page<Record> = try read { try Page(questions, answers, of: first) }
        page.hasNewer = !page.items.isEmpty
        page.items = []
        page.hasOlder = false
        if !request.isCounted { page.count = 0 }
        return page
    }
}

extension Page where Item: StoredRecord {
    fileprivate init(
        _ questions: ListQuery<Item>.Questions,
        _ answers: [PostgresRows],
        of request: PageRequest
    ) throws {
        let size = ListQuery<Item>.size(of: request)
        let found = answers.first?.rows ?? []
        var count: Int?
        if questions.count != nil {
            count = Int(try (answers.dropFirst().first?.first ?? .null).integer)
        }
        let hasMore = found.count > size
        let isBehind = questions.behind != nil && answers.last?.rows.isEmpty == false
        var rows = found.prefix(size)
        let (hasOlder, hasNewer): (Bool, Bool)
        switch request.start {
        case .page(let number): (hasOlder, hasNewer) = (hasMore, number > 1 && count != 0)
        case .after: (hasOlder, hasNewer) = (hasMore, isBehind)
        case .before:
            rows.reverse()
            (hasOlder, hasNewer) = (isBehind, hasMore)
        }
        let largest = ListQuery<Item>.largestCount
        self.init(
            items: try rows.map { try Item(columnValues: $0.dropFirst()) },
            count: count.map { min($0, largest) } ?? rows.count,
            isCountCapped: count.map { $0 > largest } ?? (hasOlder || hasNewer),
            hasOlder: hasOlder,
            hasNewer: hasNewer
        )
    }
}
