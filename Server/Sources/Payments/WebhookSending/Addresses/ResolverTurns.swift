import ChavePixModel

/// Whose name is looked up next, and who waits for which.
struct ResolverTurns {
    /// A host as one organisation asks for it: another one's turn is not waited for.
    struct Name: Hashable {
        let organisation: OrganisationID
        let host: String
    }

    private let threads: Int
    private let perOrganisation: Int
    private var waiting: [Name: [FirstAnswer]] = [:]
    /// In the order in which they were first asked for.
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

    /// The first name that is still waited for and whose organisation has a thread left; it is looked up from now on.
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

    /// Who waits for a name that has been looked up.
    mutating func end(_ name: Name) -> [FirstAnswer] {
        running -= 1
        let left = busy[name.organisation, default: 1] - 1
        busy[name.organisation] = left > 0 ? left : nil
        return waiting.removeValue(forKey: name) ?? []
    }

    /// Nobody is looked up any more; those who wait are to be answered.
    mutating func close() -> [FirstAnswer] {
        isClosed = true
        queue = []
        defer { waiting = [:] }
        return waiting.values.flatMap(\.self)
    }
}
