import ChaveBase
import Foundation
import PaymentsCore
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// What is said beforehand is what a start says: no file that it does not open, and each that it does.
@Suite(.timeLimit(.minutes(10))) struct StartExaminationTests {
    private static let parts = [false, true].flatMap { isSandbox in
        [false, true].flatMap { hasConsole in
            [false, true].map { ServerParts(isSandbox: isSandbox, hasConsole: hasConsole, hasSignIn: $0) }
        }
    }

    private func start(_ directory: String, _ parts: ServerParts, on scene: DatabaseScene? = nil) async throws {
        let server = try await WholeServer.start(
            in: directory,
            isSandbox: parts.isSandbox,
            publicBaseURL: parts.isSandbox ? TestServer.baseURL : TestServer.publicBaseURL
        ) { configuration in
            configuration.database = scene?.settings
            (configuration.hasConsole, configuration.hasSignIn) = (parts.hasConsole, parts.hasSignIn)
        }
        await server.close()
    }

    /// What a start says of its files.
    private func refusal(
        _ directory: String,
        _ parts: ServerParts,
        on scene: DatabaseScene? = nil
    ) async throws -> String? {
        do {
            try await start(directory, parts, on: scene)
            return nil
        } catch let problem as SecretFiles.Problem {
            return problem.description
        } catch let damaged as SandboxClock.Damaged {
            return damaged.description
        }
    }

    @Test(arguments: parts) func ofADamagedFileItSaysWhatAStartSays(_ parts: ServerParts) async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await start(directory, ServerParts(isSandbox: true, hasConsole: true, hasSignIn: true))
        let names = SharedKeys.File.allCases.map(\.rawValue) + ["outbox.json", SandboxClock.fileName]
        for name in names {
            let path = "\(directory)/\(name)"
            let before = FileManager.default.contents(atPath: path)
            try PrivateFile.write(Array("[]".utf8), to: path)
            let said = try await DataDirectory.problem(.files(directory), of: parts)
            #expect(try await refusal(directory, parts) == said, "\(name)")
            if let before {
                try PrivateFile.write(Array(before), to: path)
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(try await DataDirectory.problem(.files(directory), of: parts) == nil)
    }

    /// Which of the files that the nodes have a server needs, by what it does.
    @Test(arguments: parts) func ofAMissingFileOfANodeItSaysWhatAStartSays(_ parts: ServerParts) async throws {
        try await DatabaseScene.with("an examination of files") { scene in
            let (directory, place) = (scene.directories[0], scene.place(0))
            try await start(directory, ServerParts(isSandbox: true, hasConsole: true, hasSignIn: true), on: scene)
            var needed: [SharedKeys.File] = []
            for file in SharedKeys.File.allCases {
                let path = scene.path(file, of: 0)
                let before = try Data(contentsOf: URL(fileURLWithPath: path))
                try FileManager.default.removeItem(atPath: path)
                let said = try await DataDirectory.problem(place, of: parts)
                #expect(try await refusal(directory, parts, on: scene) == said, "\(file.rawValue)")
                if said != nil { needed.append(file) }
                try PrivateFile.write(Array(before), to: path)
            }
            #expect(needed == SharedKeys.File.allCases.filter(parts.needs))
        }
    }

    /// Where nobody says what the server does, a file that only some servers need is not missed.
    @Test func whatIsNotSaidIsNotMissed() async throws {
        try await DatabaseScene.with("an examination of what is there") { scene in
            await (try await scene.start(0)).close()
            for file in [SharedKeys.File.operatorKey, .signIn] {
                try FileManager.default.removeItem(atPath: scene.path(file, of: 0))
                #expect(try await DataDirectory.problem(scene.place(0)) == nil)
            }
            try FileManager.default.removeItem(atPath: scene.path(.token, of: 0))
            #expect(try await DataDirectory.problem(scene.place(0))?.contains("token.json is missing") == true)
        }
    }
}
