import ArgumentParser
import ChaveWire
import Foundation

/// A client's options besides its name and its addresses, for adding and for changing it.
struct ClientOptions: ParsableArguments {
    @Option(
        name: .customLong("post-logout-redirect-uri"),
        help: "Where a browser may be sent after a logout; once or more often."
    )
    var postLogoutRedirectURIs: [String] = []
    @Option(
        name: .customLong("backchannel-logout-uri"),
        help: "Where it is told of sessions that ended; empty takes it away."
    )
    var backChannelLogoutURI: String?
    @Option(help: "A file with the public keys of --auth keys, a JSON Web Key Set.") var jwks: String?

    /// Whether no option was given.
    var isEmpty: Bool { postLogoutRedirectURIs.isEmpty && backChannelLogoutURI == nil && jwks == nil }

    func write(to body: inout JSONObject) throws {
        if !postLogoutRedirectURIs.isEmpty {
            body["post_logout_redirect_uris"] = .array(postLogoutRedirectURIs.map(JSONValue.string))
        }
        if let address = backChannelLogoutURI {
            body["backchannel_logout_uri"] = address.isEmpty ? .null : .string(address)
        }
        guard let jwks else { return }
        guard let data = FileManager.default.contents(atPath: jwks) else {
            throw CommandFailure("\(jwks) cannot be read.")
        }
        guard let keys = try? JSONValue(parsing: Array(data)), keys.object != nil else {
            throw CommandFailure("\(jwks) is no JSON Web Key Set, such as {\"keys\": [...]}.")
        }
        body["jwks"] = keys
    }
}
