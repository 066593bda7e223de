import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore

/// A message that is sent as the bytes that were frozen once.
protocol FrozenMessage: APIMessage {
    var frozen: [UInt8] { get }
}

/// The JSON of one page of a list, assembled from parts as they are read.
///
/// One row may have 64 KiB. Therefore a page is read in parts of about 1 MiB. Each part becomes text before the next
/// part is read. The text counts in the ``AnswerRoom`` while it grows.
struct ListBody<Item: APIMessage> {
    /// The newest and the oldest row that were read so far.
    private(set) var newest: Item?
    private(set) var oldest: Item?
    private(set) var count = 0
    /// The parts in the order of the list.
    private var parts: [[UInt8]] = []
    private var bytes = 0
    private let lease: AnswerLease?

    private static var largestPart: Int { 1 << 20 }

    init(counting lease: AnswerLease?) { self.lease = lease }

    /// How many rows the next part may have, by the size of the parts before it.
    func rows(of wanted: Int) -> Int {
        let most = bytes == 0 ? 20 : max(10, ListBody.largestPart / (bytes / max(count, 1) + 1))
        return min(wanted - count, most)
    }

    /// Adds rows at the older or at the newer end.
    mutating func add(_ items: [Item], atNewerEnd: Bool) throws(APIFailure) {
        guard let first = items.first, let last = items.last else { return }
        var part: [UInt8] = []
        for item in items {
            if !part.isEmpty { part.append(UInt8(ascii: ",")) }
            part.append(contentsOf: (item as? any FrozenMessage)?.frozen ?? item.json.encoded())
        }
        try lease?.take(part.count)
        bytes += part.count
        if atNewerEnd {
            parts.insert(part, at: 0)
            newest = first
            oldest = oldest ?? last
        } else {
            parts.append(part)
            newest = newest ?? first
            oldest = last
        }
        count += items.count
    }

    /// The whole list; `frame` is the same list without its rows.
    mutating func close(in frame: ResourceList<Item>) -> [UInt8] {
        let text = frame.json.encoded()
        // Quotes inside strings are escaped, so these bytes can only be the member itself.
        let opening = Array(#""results":["#.utf8)
        let place = text.indices.first { text[$0...].starts(with: opening) }.map { $0 + opening.count } ?? text.count
        var body: [UInt8] = []
        body.reserveCapacity(text.count + bytes + parts.count)
        body += text[..<place]
        for index in parts.indices {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += parts[index]
            parts[index] = []
        }
        body += text[place...]
        return body
    }
}
