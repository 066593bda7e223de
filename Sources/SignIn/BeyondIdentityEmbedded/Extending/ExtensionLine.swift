import ChaveBase
import ChaveTransport
import ChaveWire

/// The calls about one extension that is open at the server.
struct ExtensionLine: Sendable {
    /// How long the end waits for the server to hear of it; the codes end by themselves.
    static let farewellMilliseconds: Int64 = 10_000
    private static let heldSeconds: Int64 = 25

    let address: String
    let token: String
    let connection: SignInConnection
    let clock: DeviceClock

    static func address(_ body: JSONObject, _ connection: SignInConnection) throws(SignInError) -> String {
        connection.address("/v2/extensions/\(PercentEncoding.encode(try body.text("extension_id")))")
    }

    /// The state, or `nil` when it is still the one that `tag` names.
    func ask(_ tag: String?) async throws(SignInError) -> (ExtensionState, String?)? {
        let response = try await connection.send(
            SignInCall(
                method: .get,
                url: address,
                bearer: token,
                knownTag: tag,
                preferredWaitSeconds: ExtensionLine.heldSeconds
            )
        )
        if response.status == 304 { return nil }
        guard response.isSuccess else { throw connection.refusal(response).error }
        return (try ExtensionState(SignInConnection.object(of: response)), response.headers["ETag"])
    }

    /// Approves or refuses a pairing; the server takes the same words twice.
    func tell(_ what: String, _ body: JSONObject) async throws(SignInError) -> HTTPResponse {
        try await connection.send(
            SignInCall(
                method: .post,
                url: "\(address)/\(what)",
                body: .json(body),
                bearer: token,
                isSafeToRepeat: true
            )
        )
    }

    /// Tells the server that nothing more comes, and hears how the extension ended; `nil` where there is no answer.
    func giveUp() async -> ExtensionState.Status? {
        let call = SignInCall(method: .delete, url: address, bearer: token, isSafeToRepeat: true)
        // On its own, because the task that ran the extension may be cancelled.
        return await Task {
            await TimeLimit.run(ExtensionLine.farewellMilliseconds, clock) {
                ExtensionLine.status(try? await connection.send(call))
            } ?? nil
        }.value
    }

    /// How the extension stands by an answer that may have its state.
    static func status(_ response: HTTPResponse?) -> ExtensionState.Status? {
        guard let response, response.isSuccess, let body = try? SignInConnection.object(of: response) else {
            return nil
        }
        return body["status"]?.string.flatMap(ExtensionState.Status.init(rawValue:))
    }
}
