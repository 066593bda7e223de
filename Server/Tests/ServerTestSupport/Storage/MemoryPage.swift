import PaymentsModel

extension Page {
    /// The page of `items` that `request` asks for; `items` come in any order.
    init(of items: [Item], _ request: PageRequest, id: (Item) -> AnyID) {
        let newestFirst = items.map { (id: id($0), item: $0) }.sorted { $0.id > $1.id }
        let size = max(1, request.size)
        let range: Range<Int>
        switch request.start {
        case .page(let number):
            let (offset, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
            let start = overflow ? newestFirst.count : min(offset, newestFirst.count)
            range = start..<end(from: start, size: size, count: newestFirst.count)
        case .after(let cursor):
            let start = newestFirst.firstIndex { $0.id < cursor } ?? newestFirst.count
            range = start..<end(from: start, size: size, count: newestFirst.count)
        case .before(let cursor):
            let end = newestFirst.firstIndex { $0.id <= cursor } ?? newestFirst.count
            range = max(0, end - min(size, end))..<end
        }
        let isWhole = range.lowerBound == 0 && range.upperBound == newestFirst.count
        self.init(
            items: newestFirst[range].map(\.item),
            count: request.isCounted ? min(newestFirst.count, 10_000) : range.count,
            isCountCapped: request.isCounted ? newestFirst.count > 10_000 : !isWhole,
            hasOlder: range.upperBound < newestFirst.count,
            hasNewer: range.lowerBound > 0
        )
    }
}

/// The end of `size` places from `start`, at most `count`.
private func end(from start: Int, size: Int, count: Int) -> Int {
    size < count - start ? start + size : count
}
