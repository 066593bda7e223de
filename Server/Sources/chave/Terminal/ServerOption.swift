import ArgumentParser
import ChaveTransport
import Foundation

/// The address of the server that a command calls.
struct ServerOption: ParsableArguments {
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]") var server: String?

    /// The address of a sandbox's server that was started without options.
    private static let standard = "http://localhost:8080"

    func validate() throws {
        if server != nil { _ = try address() }
    }

    /// The address by the flag, the variable or the default.
    ///
    /// - Throws: `ValidationError`, which names the flag or the variable.
    func address() throws -> BaseURL {
        let (text, source) = said
        do throws(BaseURL.Refusal) {
            return try BaseURL(text)
        } catch {
            throw ValidationError("\(source): \(error.sentence(of: text))")
        }
    }

    /// The address as text.
    func text() throws -> String { try address().text }

    /// The text of the address and its source.
    var said: (text: String, source: String) {
        if let server { return (server, "--server") }
        let named = ProcessInfo.processInfo.environment["CHAVE_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
        return (named ?? ServerOption.standard, "CHAVE_BASE_URL")
    }
}

extension BaseURL.Refusal {
    /// The fault of the address, with the way out.
    ///
    /// The sentence repeats the text only where it can hold no password.
    func sentence(of text: String) -> String {
        switch self {
        case .notAbsolute: "it begins with neither https:// nor http://. \(BaseURL.Refusal.example)"
        case .unsupportedScheme: "its scheme is neither https nor http. \(BaseURL.Refusal.example)"
        // A password would be read as a port.
        case .invalidPort where text.contains("@"), .invalidHost:
            "its host is missing, or has a user name or other characters that no host has. \(BaseURL.Refusal.example)"
        case .invalidPort: "its port is not a number from 1 to 65535. \(BaseURL.Refusal.example)"
        case .invalidPath: "something stands behind the host that no server's address has. \(BaseURL.Refusal.example)"
        case .insecure:
            "plain http shows tokens to the network, so it is for this machine alone. "
                + "Give https\(PrintableLine.of(String(text.dropFirst(4)), longest: 200))"
        }
    }

    private static let example = "Give an address such as http://localhost:8080."
}
