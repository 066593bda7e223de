/// Calls that wait until a test lets them go, as at a network that takes its time.
actor HeldCalls {
    private var isOver = false
    private var came = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: CheckedContinuation<Void, Never>?

    func wait() async {
        came += 1
        watching?.resume()
        watching = nil
        guard !isOver else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Until the first call is here.
    func first() async {
        guard came == 0 else { return }
        await withCheckedContinuation { watching = $0 }
    }

    func letGo() {
        isOver = true
        for call in waiting { call.resume() }
        waiting = []
    }
}
