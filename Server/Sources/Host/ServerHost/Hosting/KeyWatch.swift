import ChaveBase
import ChaveJOSE
import Foundation
import Logging
import PaymentsCore
import PaymentsModel
import ServiceLifecycle

/// Checks twice a second for rotated keys, so that a rotation takes effect within a second.
struct KeyWatch: Service, CustomStringConvertible {
    let secrets: SecretFiles
    let tokens: AccessTokens
    let fieldKey: FieldKey
    let world: World
    let logger: Logger

    var description: String { "KeyWatch" }

    private static let looksEveryMilliseconds = 500

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // The files may have changed since the start, so each file is read here at least once.
            var (token, field) = (Watched(), Watched())
            while !Task.isCancelled {
                look(at: secrets.tokenKeyPath, &token, reload)
                look(at: secrets.fieldKeyPath, &field, reloadFieldKeys)
                await world.sleep(Self.looksEveryMilliseconds)
            }
        }
    }

    /// Reads a changed file; the stamp is taken before the read, and stored only after it succeeded.
    private func look(at path: String, _ watched: inout Watched, _ take: () throws -> Void) {
        let now = Stamp(path)
        guard watched.taken != now else { return }
        do {
            try take()
            watched.taken = now
        } catch {
            guard watched.complained != now else { return }
            watched.complained = now
            logger.error("keys not reloaded", metadata: ["file": "\(name(path))", "reason": "\(reason(error))"])
        }
    }

    private func name(_ path: String) -> String { path == secrets.tokenKeyPath ? "keys/token.json" : "keys/field.json" }

    private func reason(_ error: any Error) -> String {
        switch error as? SecretFiles.Problem {
        case .missing: "missing"
        case .unreadable: "unreadable"
        case .tooOpen: "others may read it"
        case .damaged: "damaged"
        default: "\(type(of: error))"
        }
    }

    /// Loads the token keys; a file that cannot be read changes nothing.
    func reload() throws {
        guard let keys = try secrets.storedTokenKeys() else {
            throw SecretFiles.Problem.missing(secrets.tokenKeyPath, wayOut: "")
        }
        try tokens.replaceKeys(key: keys.current, olderKeys: keys.olderKeys(at: world.now()))
        logger.info("token keys loaded", metadata: ["older": "\(keys.older.count)"])
    }

    /// Loads the keys that wrap customers' keys; a file that cannot be read changes nothing.
    func reloadFieldKeys() throws {
        guard let keys = try secrets.storedFieldKeys() else {
            throw SecretFiles.Problem.missing(secrets.fieldKeyPath, wayOut: "")
        }
        fieldKey.replaceMasters(current: keys.current, others: keys.others)
        logger.info("field keys loaded", metadata: ["older": "\(keys.older.count)"])
    }

    /// The stamps of one file: at the last successful read, and at the last logged failure.
    private struct Watched {
        var taken: Stamp?
        var complained: Stamp?
    }

    /// The values that change when a file is replaced.
    private struct Stamp: Equatable {
        private let node: Int?
        private let modified: Date?

        init(_ path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            node = attributes?[.systemFileNumber] as? Int
            modified = attributes?[.modificationDate] as? Date
        }
    }
}
