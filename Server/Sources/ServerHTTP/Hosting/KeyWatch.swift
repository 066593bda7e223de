import ChaveJOSE
import Foundation
import Logging
import PaymentsCore
import ServiceLifecycle

/// Looks twice a second whether the server's keys were rotated, so that a rotation counts within a second.
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
            var seen = [Stamp(secrets.tokenKeyPath), Stamp(secrets.fieldKeyPath)]
            while !Task.isCancelled {
                await world.sleep(Self.looksEveryMilliseconds)
                let now = [Stamp(secrets.tokenKeyPath), Stamp(secrets.fieldKeyPath)]
                if now[0] != seen[0] { reload() }
                if now[1] != seen[1] { reloadFieldKeys() }
                seen = now
            }
        }
    }

    /// Takes what the file says; a file that cannot be read changes nothing.
    func reload() {
        do {
            guard let keys = try secrets.storedTokenKeys() else {
                logger.error("token keys not reloaded", metadata: ["reason": "keys/token.json is missing"])
                return
            }
            try tokens.replaceKeys(key: keys.current, olderKeys: keys.olderKeys(at: world.now()))
            logger.info("token keys reloaded", metadata: ["older": "\(keys.older.count)"])
        } catch {
            logger.error("token keys not reloaded", metadata: ["reason": "\(type(of: error))"])
        }
    }

    /// The same for the keys that wrap those of customers.
    func reloadFieldKeys() {
        do {
            guard let keys = try secrets.storedFieldKeys() else {
                logger.error("field keys not reloaded", metadata: ["reason": "keys/field.json is missing"])
                return
            }
            fieldKey.replaceMasters(current: keys.current, others: keys.others)
            logger.info("field keys reloaded", metadata: ["older": "\(keys.older.count)"])
        } catch {
            logger.error("field keys not reloaded", metadata: ["reason": "\(type(of: error))"])
        }
    }

    /// What changes when a file is replaced.
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
