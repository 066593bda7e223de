import ChaveBase
import ChavePixModel
import ChaveWire
import Synchronization

/// The two association files as they go out.
public struct AssociationFiles: Hashable, Sendable {
    public let apple: [UInt8]
    public let android: [UInt8]

    init(_ association: AppAssociation) {
        apple = association.apple.encoded()
        android = association.android.encoded()
    }
}

/// Keeps the association files until an app changes: everybody may ask for them, and phones do.
final class AssociationShelf: Sendable {
    private struct State {
        /// Rises with every change of an app that this process stores.
        var changes = 0
        var kept: Kept?
    }

    private struct Kept {
        var files: AssociationFiles
        var changes: Int
        var madeAtMilliseconds: Int64
    }

    /// `chave apps` writes beside the server, which hears nothing of it.
    private static let keptForMilliseconds: Int64 = 10_000

    private let state = Mutex(State())

    /// An app was registered or removed.
    func appsChanged() { state.withLock { $0.changes += 1 } }

    /// What is kept, or what `make` reads anew.
    ///
    /// What was read while an app changed counts as from before the change.
    func files(
        at uptimeMilliseconds: Int64,
        _ make: () async throws(APIFailure) -> AssociationFiles
    ) async throws(APIFailure) -> AssociationFiles {
        let (changes, kept) = state.withLock { ($0.changes, $0.kept) }
        if let kept, kept.changes == changes,
            uptimeMilliseconds - kept.madeAtMilliseconds < Self.keptForMilliseconds
        {
            return kept.files
        }
        let files = try await make()
        state.withLock { state in
            state.kept = Kept(files: files, changes: changes, madeAtMilliseconds: uptimeMilliseconds)
        }
        return files
    }
}
