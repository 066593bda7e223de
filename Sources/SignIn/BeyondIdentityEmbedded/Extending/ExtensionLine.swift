import ChaveBase
import ChaveTransport
import ChaveWire

/// The calls for one extension that is open at the server.
struct ExtensionLine: Sendable {
    /// How long the end waits for the server's answer; unanswered, the codes expire by themselves.
    static let farewellMilliseconds: Int64 = 10_000
    private static let heldSeconds: Int64 = 25

    let address: String
    let token: String
    let connection: SignInConnection
    let clock: DeviceClock

    static func address(_ body: JSONObject, _ connection: SignInConnection) throws(SignInError) -> String {
        connection.address("/v2/extensions/\(PercentEncoding.encode(try body.text("extension_id")))")
    }

    /// The extension's state; `nil` when it is still the one that `tag` names.
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

    /// Approves or refuses a pairing; the server accepts the same request twice.
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

    /// Ends the extension at the server and returns its final status; `nil` without an answer.
    func giveUp() async -> ExtensionState.Status? {
        let call = SignInCall(method: .delete, url: address, bearer: token, isSafeToRepeat: true)
        // This work has its own task, because the task of the extension may be cancelled.
        return await Task {
            await TimeLimit.run(ExtensionLine.farewellMilliseconds, clock) {
                ExtensionLine.status(try? await connection.send(call))
            } ?? nil
        }.value
    }

    /// The extension's status in an answer, when the answer has one.
    static func status(_ response: HTTPResponse?) -> ExtensionState.Status? {
        guard let response, response.isSuccess, let body = try? SignInConnection.object(of: response) else {
            return nil
        }
        return body["status"]?.string.flatMap(ExtensionState.Status.init(rawValue:))
    }
}
