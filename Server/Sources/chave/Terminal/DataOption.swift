import ArgumentParser
import Foundation

/// The place of the server's data.
struct DataOption: ParsableArguments {
    @Option(help: "The data directory. [default: CHAVE_DATA, else chave/server in the XDG data directory]")
    var data: String?

    /// `--data`, else `CHAVE_DATA`, else `chave/server` of the XDG data directory.
    var directory: String {
        if let data { return data }
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["CHAVE_DATA"], !directory.isEmpty { return directory }
        return DataOption.standardDirectory
    }

    /// The default directory of the data.
    static var standardDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        if let xdg = environment["XDG_DATA_HOME"], xdg.hasPrefix("/") { return "\(xdg)/chave/server" }
        return "\(NSHomeDirectory())/.local/share/chave/server"
    }
}
