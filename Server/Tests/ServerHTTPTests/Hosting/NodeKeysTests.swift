import ChaveBase
import ChaveJOSE
import Foundation
import PaymentsCore
import PaymentsModel
import PostgresClient
import PostgresNodes
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// Nodes with directories of their own must have the same keys, and a node that has others does not start.
@Suite(.timeLimit(.minutes(10))) struct NodeKeysTests {
    static let keys: [SharedKeys.File] = [.field, .token, .operatorKey, .signIn]

    /// Starts the second node, and has it end again.
    private func startOther(_ scene: DatabaseScene) async throws { await (try await scene.start(1)).close() }

    private func expectRefusal(_ scene: DatabaseScene) async throws -> SecretFiles.Problem? {
        await #expect(throws: SecretFiles.Problem.self) { try await startOther(scene) }
    }

    @Test func withTheSameKeysInTwoDirectoriesBothServe() async throws {
        try await DatabaseScene.with("two directories") { scene in
            let first = try await scene.start(0)
            try scene.copyKeys()
            try await startOther(scene)
            await first.close()
            #expect(try await DataDirectory.problem(scene.place(1)) == nil)
        }
    }

    @Test(arguments: keys) func aNodeWithAnotherFileIsRefusedAndTheFileNamed(_ file: SharedKeys.File) async throws {
        try await DatabaseScene.with("another file") { scene in
            await (try await scene.start(0)).close()
            try scene.copyKeys()
            let path = scene.path(file, of: 1)
            try FileManager.default.removeItem(atPath: path)
            guard case .missing(path, _)? = try await expectRefusal(scene) else {
                Issue.record("missing \(file.rawValue)")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: path), "a key of its own would hide what is missing")
            let secrets = SecretFiles(dataDirectory: scene.directories[1])
            let randomBytes = World.live.randomBytes
            switch file {
            case .field: _ = try secrets.fieldKey(orMakeFrom: randomBytes)
            case .token: _ = try secrets.tokenKeys(orMakeFrom: randomBytes)
            case .operatorKey: _ = try secrets.operatorKey(orMakeFrom: randomBytes)
            default: _ = try secrets.signInKeys(orMakeFrom: randomBytes)
            }
            guard case .differing(path, let wayOut)? = try await expectRefusal(scene) else {
                Issue.record("another \(file.rawValue)")
                return
            }
            #expect(wayOut.contains("Copy it from a node that serves"))
            #expect(try await DataDirectory.problem(scene.place(1))?.contains(path) == true)
            try scene.copyKeys(file)
            try await startOther(scene)
        }
    }

    @Test func aRotatedKeyIsWhatTheNodesHaveFromThenOn() async throws {
        try await DatabaseScene.with("a rotation") { scene in
            await (try await scene.start(0)).close()
            try scene.copyKeys()
            _ = try await DataDirectory.rotateTokenKey(scene.place(0), endsOlder: false)
            _ = try await DataDirectory.operatorKey(scene.place(0), isNew: true)
            await (try await scene.start(0)).close()
            for file in [SharedKeys.File.token, .operatorKey] {
                let path = scene.path(file, of: 1)
                guard case .differing(path, _)? = try await expectRefusal(scene) else {
                    Issue.record("an older \(file.rawValue)")
                    return
                }
                try scene.copyKeys(file)
            }
            try await startOther(scene)
        }
    }

    /// Whoever rotates what the nodes do not have would shut all others out.
    @Test func aDirectoryWithOtherKeysRotatesNothing() async throws {
        try await DatabaseScene.with("a stranger's rotation") { scene in
            await (try await scene.start(0)).close()
            let secrets = SecretFiles(dataDirectory: scene.directories[1])
            let before = try secrets.tokenKeys(orMakeFrom: World.live.randomBytes).current.keyID
            let path = scene.path(.token, of: 1)
            let refusal = await #expect(throws: SecretFiles.Problem.self) {
                try await DataDirectory.rotateTokenKey(scene.place(1), endsOlder: true)
            }
            guard case .differing(path, _)? = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(try secrets.storedTokenKey()?.keyID == before)
            await (try await scene.start(0)).close()
        }
    }

    /// A rotation that broke off leaves the file as it was or as it was to be: either serves, and the next one goes on.
    @Test(arguments: [false, true]) func aRotationThatBrokeOffShutsNobodyOut(_ isWritten: Bool) async throws {
        try await DatabaseScene.with("a broken rotation") { scene in
            await (try await scene.start(0)).close()
            try scene.copyKeys()
            try await scene.withBreakingKeys(isWritten: isWritten) { keys in
                _ = await #expect(throws: DatabaseScene.BrokenOff.self) {
                    try await keys.replacing { secrets in
                        let world = World.live
                        return try secrets.rotateTokenKey(
                            at: world.now(),
                            endsOlder: false,
                            randomBytes: world.randomBytes
                        )
                    }
                }
            }
            await (try await scene.start(0)).close()
            try await startOther(scene)
            _ = try await DataDirectory.rotateTokenKey(scene.place(0), endsOlder: false)
            await (try await scene.start(0)).close()
        }
    }

    @Test func aLostTokenKeyIsMadeAnewOnlyByWhoSaysSo() async throws {
        try await DatabaseScene.with("a lost key") { scene in
            await (try await scene.start(0)).close()
            try FileManager.default.removeItem(atPath: scene.path(.token, of: 0))
            await #expect(throws: SecretFiles.Problem.self) {
                try await DataDirectory.rotateTokenKey(scene.place(0), endsOlder: false)
            }
            #expect(try await DataDirectory.rotateTokenKey(scene.place(0), endsOlder: true).older == 0)
            await (try await scene.start(0)).close()
        }
    }

    /// A node that tells of itself, as long as `body` runs.
    private func withNode(
        _ scene: DatabaseScene,
        _ fieldKeys: [String],
        _ body: (PostgresNodeRegister) async throws -> Void
    ) async throws {
        try await scene.withKeys(0) { keys in
            let register = try #require(keys.register)
            try await register.beat(
                LivingNode(id: 7, name: "other:8080", version: "1", connections: 8, fieldKeys: fieldKeys)
            )
            #expect(try await register.livingNodes().map(\.name) == ["other:8080"])
            try await body(register)
            try await register.leave(7)
            #expect(try await register.livingNodes().isEmpty)
        }
    }

    @Test func signInsKeyIsRotatedWhenNoNodeServes() async throws {
        try await DatabaseScene.with("sign-in's rotation") { scene in
            await (try await scene.start(0)).close()
            try await withNode(scene, []) { _ in
                await #expect(throws: SignInKeyRotation.NodesServe(nodes: ["other:8080"])) {
                    try await DataDirectory.rotateSignInKey(scene.place(0))
                }
            }
            _ = try await DataDirectory.rotateSignInKey(scene.place(0))
            await (try await scene.start(0)).close()
        }
    }

    /// A node with a directory of its own could open nothing that is wrapped with a key that it does not have.
    @Test func theFieldKeyWaitsForEachNodeToKnowTheNextOne() async throws {
        try await DatabaseScene.with("the field key's rotation") { scene in
            await (try await scene.start(0)).close()
            let secrets = SecretFiles(dataDirectory: scene.directories[0])
            let first = try #require(try secrets.storedFieldKeys()).current.id
            var world = World.live
            world.sleep = { _ in }
            try await withNode(scene, [first]) { [world] register in
                await #expect(throws: FieldKeyRotation.NodesBehind.self) {
                    try await DataDirectory.rotateFieldKey(scene.place(0), world: world)
                }
                let behind = try #require(try secrets.storedFieldKeys())
                let next = try #require(behind.next).id
                #expect(behind.current.id == first && behind.older.isEmpty)
                // It knows the next one, and is then asked to wrap with it.
                try await register.beat(
                    LivingNode(id: 7, name: "other:8080", version: "1", connections: 8, fieldKeys: [first, next])
                )
                await #expect(throws: FieldKeyRotation.NodesBehind.self) {
                    try await DataDirectory.rotateFieldKey(scene.place(0), world: world)
                }
                let exchanged = try #require(try secrets.storedFieldKeys())
                #expect(exchanged.current.id == next && exchanged.older.map(\.secret.id) == [first])
                try await register.beat(
                    LivingNode(id: 7, name: "other:8080", version: "1", connections: 8, fieldKeys: [next, first])
                )
                #expect(try await DataDirectory.rotateFieldKey(scene.place(0), world: world).id == next)
                #expect(try #require(try secrets.storedFieldKeys()).older.isEmpty)
            }
            await (try await scene.start(0)).close()
        }
    }
}
