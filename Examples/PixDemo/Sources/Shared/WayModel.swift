import ChavePix
import ChavePixModel
import Combine

/// What both ways through the app have: who goes, one run at a time, where it stands and what went wrong with it.
@MainActor
class WayModel<Way: Stage>: ObservableObject {
    @Published private(set) var stage: Way?
    @Published private(set) var failure: Failure?

    let client: PixClient
    let buyer: TaxIdentifier
    let session: MerchantSession
    private var run: Task<Void, Never>?

    init(client: PixClient, buyer: TaxIdentifier, session: MerchantSession) {
        self.client = client
        self.buyer = buyer
        self.session = session
    }

    var isRunning: Bool { run != nil }

    /// Ends the waiting.
    ///
    /// What the bank was told stands there: an enrollment expires, a payment may go through all the same.
    func cancel() { run?.cancel() }

    /// Begins unless something is under way; a failure ends it.
    func begin(_ first: Way, _ work: @escaping () async throws -> Void) {
        guard run == nil else { return }
        stage = first
        failure = nil
        run = Task {
            do {
                try await work()
            } catch {
                fail(Failure(error))
            }
            run = nil
            ended()
        }
    }

    func reach(_ stage: Way?) {
        if let stage { self.stage = stage }
    }

    func fail(_ failure: Failure) {
        stage = nil
        self.failure = failure
    }

    /// Whatever else is over with a run.
    func ended() {}
}
