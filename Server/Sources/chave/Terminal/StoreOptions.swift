import ArgumentParser
import Foundation
import ServerHost

/// Where a server's data is: found by flags, variables and the file as `chave serve` finds it.
struct StoreOptions: ParsableArguments {
    @Option(help: "The data directory. [default: CHAVE_DATA, else chave/server in the XDG data directory]")
    var data: String?
    @Option(help: "The PostgreSQL with the data. [default: CHAVE_DATABASE, which may have a password; else files]")
    var database: String?
    @Option(help: "A JSON file with the server's settings. [default: CHAVE_CONFIG]") var config: String?

    /// The variables that say where data is; what else a server may be told means nothing here.
    private static let settings: [Setting] = [.data, .database, .databaseConnections, .databaseStatements]

    /// - Throws: `SettingsRefusal`, which names the field and its source.
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

    /// What the server does whose data that is, by `flags`, variables and the file; `nil` where none of them says.
    ///
    /// - Throws: `SettingsRefusal`, which names the field and its source.
    func parts(_ flags: [Setting: SettingsSources.Value]) async throws -> ServerParts? {
        let sources = try await sources(of: [.sandbox, .console, .signIn, .sendmail], flags)
        return try ServerSettings.parts(sources, mayBeMore: configurationFile == nil)
    }

    /// What `flags`, the variables of some settings and the file say.
    func sources(
        of settings: [Setting],
        _ flags: [Setting: SettingsSources.Value]
    ) async throws -> SettingsSources {
        let names = Set(settings.map(\.variable))
        let said = ProcessInfo.processInfo.environment.filter { names.contains($0.key) && !$0.value.isEmpty }
        return try await SettingsSources(flags: flags, environment: said, file: configurationFile)
    }

    /// The file that `--config` names, else a variable.
    var configurationFile: String? {
        config ?? ProcessInfo.processInfo.environment["CHAVE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
