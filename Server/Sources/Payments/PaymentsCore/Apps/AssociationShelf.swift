import ChaveBase
import ChavePixModel
import ChaveWire
import Synchronization

/// The two association files as they are sent.
public struct AssociationFiles: Hashable, Sendable {
    public let apple: [UInt8]
    public let android: [UInt8]

    init(_ association: AppAssociation) {
        apple = association.apple.encoded()
        android = association.android.encoded()
    }
}

/// A cache of the association files, which anyone may request and phones do.
///
/// The cache is valid until this process changes an app, and for at most 10 s.
final class AssociationShelf: Sendable {
    private struct State {
        /// The number of app changes that this process has stored.
        var changes = 0
        var kept: Kept?
    }

    private struct Kept {
        var files: AssociationFiles
        var changes: Int
        var madeAtMilliseconds: Int64
    }

    /// The lifetime of the cache: `chave apps` changes apps outside the server, and the server gets no notice.
    private static let keptForMilliseconds: Int64 = 10_000

    private let state = Mutex(State())

    /// Notes that an app was registered or removed.
    func appsChanged() { state.withLock { $0.changes += 1 } }

    /// The cached files, or new files from `make`.
    ///
    /// Files that were read while an app changed count as older than the change.
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
