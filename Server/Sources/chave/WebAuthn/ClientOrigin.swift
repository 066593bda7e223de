import ArgumentParser
import Foundation

/// An origin that a client may claim: of a page on the web, or of an app on Android.
struct ClientOrigin {
    let text: String
    /// The host from which the relying party's id may come; an app has none.
    let host: String?

    /// Reads an origin from an argument.
    ///
    /// - Throws: the fault, for the user who typed the argument.
    init(_ text: String) throws {
        self.text = text
        guard !text.hasPrefix("android:apk-key-hash") else {
            host = nil
            return
        }
        guard let separator = text.range(of: "://", options: .literal) else {
            throw ValidationError("An origin is https:// and a host, or android:apk-key-hash:… of an app.")
        }
        let host = text[separator.upperBound...].prefix { !":/?#".contains($0) }
        self.host = String(host)
        try ClientOrigin.require(scheme: text[..<separator.lowerBound], for: host)
        guard !text[host.endIndex...].contains(where: { "/?#".contains($0) }) else {
            throw ValidationError("An origin is scheme, host and port, with no path and no slash at its end.")
        }
    }

    private static func require(scheme: Substring, for host: Substring) throws {
        guard scheme == "https" || scheme == "http" else {
            throw ValidationError("An origin's scheme is https in lower case; http is for localhost only.")
        }
        guard !host.isEmpty, host.utf8.elementsEqual(host.lowercased().utf8) else {
            throw ValidationError("An origin has a host, in lower case as browsers write it.")
        }
        guard scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") else {
            throw ValidationError("Browsers have passkeys on https alone; http is for localhost only.")
        }
    }
}
