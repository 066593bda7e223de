/// A first-in, first-out queue with a constant cost for each element.
struct Line<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        // Taken elements are removed only at times, so that each element moves at most once.
        if head > 1_024, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes and returns all remaining elements, in order.
    mutating func removeAll() -> [Element] {
        defer {
            elements = []
            head = 0
        }
        return elements[head...].compactMap { $0 }
    }
}

extension Line: Sendable where Element: Sendable {}
