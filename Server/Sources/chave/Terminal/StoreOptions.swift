import ArgumentParser
import Foundation
import ServerHost

/// The place of a server's data, found with flags, variables and the file as `chave serve` finds it.
struct StoreOptions: ParsableArguments {
    @Option(help: "The data directory. [default: CHAVE_DATA, else chave/server in the XDG data directory]")
    var data: String?
    @Option(help: "The PostgreSQL with the data. [default: CHAVE_DATABASE, which may have a password; else files]")
    var database: String?
    @Option(help: "A JSON file with the server's settings. [default: CHAVE_CONFIG]") var config: String?

    /// The options of a command that has only `--data`: the rest is where the variables and the file say.
    static func at(_ data: String) -> StoreOptions {
        var options = StoreOptions()
        options.data = data
        options.database = nil
        options.config = nil
        return options
    }

    /// The settings of the data's place; other variables of a server have no effect here.
    private static let settings: [Setting] = [.data, .database, .databaseConnections, .databaseStatements]

    /// The place of the data.
    ///
    /// - Throws: `SettingsRefusal`, which names the setting and its source.
    func place() async throws -> DataPlace {
        let environment = ProcessInfo.processInfo.environment
        let names = Set(StoreOptions.settings.map(\.variable))
        let said = environment.filter { names.contains($0.key) && !$0.value.isEmpty }
        var flags: [Setting: SettingsSources.Value] = [:]
        if let data { flags[.data] = .text(data) }
        if let database { flags[.database] = .text(database) }
        let sources = try await SettingsSources(flags: flags, environment: said, file: configurationFile)
        return try ServerSettings.place(sources, dataDirectory: DataOption.standardDirectory)
    }

    /// The parts of the data's server, by `flags`, variables and the file; `nil` when none of them names any.
    ///
    /// - Throws: `SettingsRefusal`, which names the setting and its source.
    func parts(_ flags: [Setting: SettingsSources.Value]) async throws -> ServerParts? {
        let sources = try await sources(of: [.sandbox, .console, .signIn, .sendmail], flags)
        return try ServerSettings.parts(sources, mayBeMore: configurationFile == nil)
    }

    /// The sources of settings: `flags`, the variables of some settings, and the file.
    func sources(
        of settings: [Setting],
        _ flags: [Setting: SettingsSources.Value]
    ) async throws -> SettingsSources {
        let names = Set(settings.map(\.variable))
        let said = ProcessInfo.processInfo.environment.filter { names.contains($0.key) && !$0.value.isEmpty }
        return try await SettingsSources(flags: flags, environment: said, file: configurationFile)
    }

    /// The file that `--config` names, or else `CHAVE_CONFIG`.
    var configurationFile: String? {
        config ?? ProcessInfo.processInfo.environment["CHAVE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
