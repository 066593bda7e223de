import ChavePixModel

/// The queue of names to look up, with the callers that wait for each name.
struct ResolverTurns {
    /// A host name of one organisation: it does not wait for another organisation's turn.
    struct Name: Hashable {
        let organisation: OrganisationID
        let host: String
    }

    private let threads: Int
    private let perOrganisation: Int
    private var waiting: [Name: [FirstAnswer]] = [:]
    /// The names in the order of their first request.
    private var queue: [(name: Name, port: Int)] = []
    private var busy: [OrganisationID: Int] = [:]
    private var running = 0
    private var isClosed = false

    init(threads: Int, perOrganisation: Int) {
        self.threads = threads
        self.perOrganisation = perOrganisation
    }

    mutating func ask(for name: Name, port: Int, _ answer: FirstAnswer) {
        guard !isClosed else { return answer.give([]) }
        let known = waiting[name]
        waiting[name] = (known ?? []).filter { !$0.isGiven } + [answer]
        if known == nil { queue.append((name, port)) }
    }

    /// Takes the next name: the first with a waiting caller, whose organisation has a free thread.
    mutating func next() -> (name: Name, port: Int)? {
        guard running < threads else { return nil }
        var index = queue.startIndex
        while index < queue.endIndex {
            let (name, port) = queue[index]
            guard waiting[name]?.contains(where: { !$0.isGiven }) ?? false else {
                waiting[name] = nil
                queue.remove(at: index)
                continue
            }
            guard busy[name.organisation, default: 0] < perOrganisation else {
                index += 1
                continue
            }
            queue.remove(at: index)
            busy[name.organisation, default: 0] += 1
            running += 1
            return (name, port)
        }
        return nil
    }

    /// Ends a look-up; returns the callers that wait for its name.
    mutating func end(_ name: Name) -> [FirstAnswer] {
        running -= 1
        let left = busy[name.organisation, default: 1] - 1
        busy[name.organisation] = left > 0 ? left : nil
        return waiting.removeValue(forKey: name) ?? []
    }

    /// Stops all look-ups; returns the waiting callers, which must get an answer.
    mutating func close() -> [FirstAnswer] {
        isClosed = true
        queue = []
        defer { waiting = [:] }
        return waiting.values.flatMap(\.self)
    }
}
