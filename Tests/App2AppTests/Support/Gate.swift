/// Holds whoever comes until it is opened, and says when somebody has come.
actor Gate {
    private var isOpen = false
    private var arrived = 0
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func pass() async {
        arrived += 1
        for watcher in watching where watcher.count <= arrived { watcher.continuation.resume() }
        watching.removeAll { $0.count <= arrived }
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Returns when so many have come.
    func reached(_ count: Int = 1) async {
        if arrived < count { await withCheckedContinuation { watching.append((count, $0)) } }
    }
}
