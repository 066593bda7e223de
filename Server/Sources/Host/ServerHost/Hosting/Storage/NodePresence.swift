import ChaveBase
import Foundation
import Logging
import PaymentsCore
import PaymentsModel
import PostgresClient
import PostgresNodes
import ServiceLifecycle

/// Reports every few seconds that this node is alive and which keys it uses, and compares its files with the other
/// nodes'.
struct NodePresence: Service, CustomStringConvertible {
    let keys: SharedKeys
    let register: PostgresNodeRegister
    let node: @Sendable () -> LivingNode
    let world: World
    let logger: Logger

    var description: String { "NodePresence" }

    private static let beatsEveryMilliseconds = 2_000
    private static let beatsPerLook = 5

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (beats, isFailing, complained) = (0, false, Set<String>())
            while !Task.isCancelled {
                do {
                    try await register.beat(node())
                    if beats % NodePresence.beatsPerLook == 0 { try await look(&complained) }
                    isFailing = false
                } catch {
                    if !isFailing { logger.error("node not told of", metadata: ["error": "\(type(of: error))"]) }
                    isFailing = true
                }
                beats += 1
                await world.sleep(NodePresence.beatsEveryMilliseconds)
            }
        }
        // If this fails too, the other nodes count this node as dead a moment later.
        try? await register.leave(node().id)
    }

    /// Logs once each file that differs from the other nodes', until it is equal again.
    private func look(_ complained: inout Set<String>) async throws {
        let differing = Set(try await keys.differing().map(\.rawValue))
        for name in differing.subtracting(complained).sorted() {
            logger.error("file differs from the other nodes'", metadata: ["file": "\(name)"])
        }
        complained = differing
    }
}

extension ChaveServer {
    /// This node's presence; `nil` when the stores are files of one server.
    var presence: NodePresence? {
        guard let register = opened.keys.register else { return nil }
        return NodePresence(
            keys: opened.keys,
            register: register,
            node: { [storage, configuration, opened] in
                LivingNode(
                    id: storage.node.value,
                    name: "\(ProcessInfo.processInfo.hostName):\(configuration.port)",
                    version: ServerVersion.current,
                    connections: configuration.databaseConnections,
                    fieldKeys: opened.own.field.ids
                )
            },
            world: world,
            logger: logger
        )
    }
}

extension ServerConfiguration {
    /// The limit of a node's connections.
    ///
    /// The stores share some, a sandbox's bank has the same number again, and its cards have a few.
    var databaseConnections: Int {
        guard let database else { return 0 }
        guard isSandbox else { return database.connections }
        return 2 * database.connections + TokenActivationParts.connections(of: database)
    }
}
