import ChaveBase
import Dispatch

extension CoreEmbedded {
    /// Imports a credential and shows the number: with the app's handler, otherwise with the SDK's own sheet, when
    /// there is one.
    ///
    /// The sheet stays until the other device has answered; its button cancels the import. When the number could not be
    /// seen, the SDK sends nothing.
    func importing(_ token: CredentialToken, _ engine: SignInEngine) async throws(SignInError) -> [Credential] {
        let surroundings = engine.surroundings
        if let show = matchNumberShownByApp {
            return try await engine.importCredential(token) { number in
                surroundings.callbackQueue.async { show(number) }
            }
        }
        guard let desk = surroundings.pairingDesk, try await isNeeded(desk, surroundings) else {
            return try await engine.importCredential(token) { _ in }
        }
        return try await NumberedImport(engine: engine, desk: desk).run(token)
    }

    /// Whether the import needs the sheet.
    ///
    /// A device whose prompt shows text, such as a Mac, continues without a window.
    private func isNeeded(_ desk: PairingDesk, _ surroundings: SignInSurroundings) async throws(SignInError) -> Bool {
        if await desk.hasWindow { return true }
        guard surroundings.keys.showsPrompt else { throw .noPairingWindow }
        return false
    }
}

/// One import that shows its number in the SDK's own sheet.
private final class NumberedImport: Sendable {
    private typealias Outcome = Result<[Credential], SignInError>

    private let engine: SignInEngine
    private let desk: PairingDesk
    private let isRefused = Locked(false)
    private let work = Locked<Task<Outcome, Never>?>(nil)
    private let sheet = Locked<Int?>(nil)
    private let isOver = Locked(false)

    init(engine: SignInEngine, desk: PairingDesk) {
        self.engine = engine
        self.desk = desk
    }

    func run(_ token: CredentialToken) async throws(SignInError) -> [Credential] {
        let task = Task { [engine] () -> Outcome in
            do throws(SignInError) {
                return .success(try await engine.importCredential(token) { number in self.show(number) })
            } catch {
                return .failure(error)
            }
        }
        work.withLock { $0 = task }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // The main actor runs in order: a sheet that was to be shown is shown by now, and is removed here.
        await takeAway()
        if case .failure(let error) = outcome, error.code == .cancelled, isRefused.withLock({ $0 }) {
            throw .importRefused
        }
        return try outcome.get()
    }

    private func show(_ number: MatchNumber) {
        let words = PairingWords.notice(number, in: engine.surroundings.language)
        Task { @MainActor in
            guard !self.isOver.withLock({ $0 }) else { return }
            let shown = self.desk.show(words) { _ in self.refuse() }
            self.sheet.withLock { $0 = shown }
            if shown == nil { self.engine.log(.error, "There is no window to show the match number in.") }
        }
    }

    @MainActor private func takeAway() {
        isOver.withLock { $0 = true }
        if let number = sheet.withLock({ $0 }) { desk.take(number) }
    }

    private func refuse() {
        isRefused.withLock { $0 = true }
        work.withLock { $0 }?.cancel()
    }
}
