import Directory
import Foundation
import ServerHost

/// A directory and a bank beside a sandbox's platform, each a process of its own, with certificates made for them.
struct WireCompanions {
    /// The platform's file of `--open-finance`.
    let platformFile: String
    private let directory: ChildProgram
    private let bank: ChildProgram

    /// The platform among the directory's participants.
    private static let platform = "platform"

    /// Makes the folder at the first start, and starts both programs.
    ///
    /// `origins` are those of pages that use passkeys, the platform's own first; the platform's software statement names
    /// them.
    static func start(in folder: String, origins: [String], redirectURIs: [String]) async throws -> WireCompanions {
        let place = "\(folder)/directory"
        let made = try prepare(place, origins, redirectURIs)
        let log = { (name: String) in "\(folder)/\(name).log" }
        let directory = try ChildProgram(
            "The directory",
            ["directory", "serve", "--folder", place],
            log: log("directory")
        )
        do {
            let pages = try made.state().address.pagesPort
            try await directory.untilReady("http://localhost:\(pages)/livez")
            let participant = made.path(ofParticipant: DirectoryOption.bank)
            let bank = try ChildProgram(
                "The bank",
                ["bank", "serve", "--participant", participant, "--data", "\(folder)/bank"],
                log: log("bank")
            )
            do {
                try await bank.untilReady("http://localhost:\(try bankPort(participant) + 2)/livez")
                let file = "\(made.path(ofParticipant: platform))/participant.json"
                return WireCompanions(platformFile: file, directory: directory, bank: bank)
            } catch {
                await bank.end()
                throw error
            }
        } catch {
            await directory.end()
            throw error
        }
    }

    /// Ends both, the bank first.
    ///
    /// - Returns: whether both ended in order.
    @discardableResult
    func end() async -> Bool {
        let codes = [await bank.end(), await directory.end()]
        return codes.allSatisfy { $0 == 0 }
    }

    /// The error for companions that did not end in order.
    var failure: CommandFailure {
        CommandFailure("The directory or the bank did not end in order. Read \(directory.log) and \(bank.log).")
    }

    private static func prepare(
        _ place: String,
        _ origins: [String],
        _ redirectURIs: [String]
    ) throws -> DirectoryFolder {
        try FileManager.default.createDirectory(
            atPath: (place as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let isThere = FileManager.default.fileExists(atPath: "\(place)/directory.json")
        let folder = try DirectoryFolder(place, port: isThere ? 9_443 : FreePort.three(), world: .live)
        guard folder.isNew else {
            try requireSameAddress(folder, redirectURIs)
            return folder
        }
        try folder.addBank(
            DirectoryOption.bank,
            port: FreePort.three(),
            institutions: DirectoryOption.institutions
        )
        try folder.addInitiator(
            platform,
            NewInitiator(
                name: "Chave",
                commonName: "localhost",
                redirectURIs: redirectURIs,
                originURIs: origins + ["https://localhost"],
                webhookURIs: ["https://iniciadora.test:\(FreePort.chosen(0))"]
            )
        )
        return folder
    }

    /// Refuses another address than that of the first start: the software statement and registrations name it.
    private static func requireSameAddress(_ folder: DirectoryFolder, _ redirectURIs: [String]) throws {
        let path = "\(folder.path(ofParticipant: platform))/participant.json"
        guard let data = FileManager.default.contents(atPath: path),
            let known = try? JSONDecoder().decode(InitiatorParticipant.self, from: data)
        else { throw CommandFailure("\(path) cannot be read. Start anew with another --data.") }
        guard Set(redirectURIs).isSubset(of: known.redirectURIs) else {
            let origins = known.originURIs.filter { $0 != "https://localhost" }.joined(separator: " and ")
            throw CommandFailure(
                "This sandbox was made for \(origins), which its software statement names. Give that port and origin, or "
                    + "another --data."
            )
        }
    }

    private static func bankPort(_ participant: String) throws -> Int {
        let path = "\(participant)/participant.json"
        guard let data = FileManager.default.contents(atPath: path),
            let bank = try? JSONDecoder().decode(BankParticipant.self, from: data)
        else { throw CommandFailure("\(path) cannot be read. Start anew with another --data.") }
        return bank.port
    }
}
