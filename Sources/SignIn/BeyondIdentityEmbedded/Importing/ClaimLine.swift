import ChaveBase
import ChaveTransport
import ChaveWire

/// The calls for one claim of this device, which wait for the first device's answer.
struct ClaimLine: Sendable {
    private static let heldSeconds: Int64 = 25
    /// The server ends a claim by its own clock; after this extra time in milliseconds, no device can still answer it.
    private static let graceMilliseconds: Int64 = 15_000
    private static let farewellMilliseconds: Int64 = 10_000

    enum Status: Sendable {
        case pending
        case approved(BoundCredential)
        case refused
    }

    /// Why the wait ended without a credential.
    enum Ending: Error {
        /// The server has ended the claim.
        case ended(SignInError)
        /// The outcome is unknown: the first device may still agree.
        case unsettled(SignInError)
    }

    let number: MatchNumber
    private let address: String
    private let token: String
    private let expiresInSeconds: Int64
    private let connection: SignInConnection
    private let clock: DeviceClock

    init(_ body: JSONObject, _ connection: SignInConnection, _ clock: DeviceClock) throws(SignInError) {
        address = connection.address("/v2/extension-claims/\(PercentEncoding.encode(try body.text("claim_id")))")
        token = try body.text("claim_token")
        number = MatchNumber(
            text: try MatchNumber.text(body["match_number"]),
            tenantName: PrintableText.line(body["profile"]?["name"]?.string ?? "")
        )
        expiresInSeconds = min(try body.count("expires_in"), 3_600)
        self.connection = connection
        self.clock = clock
    }

    /// Waits for the first device, a little longer than the claim's lifetime at the server.
    func untilAnswered() async throws(Ending) -> BoundCredential {
        let deadline = clock.uptimeMilliseconds() + expiresInSeconds * 1_000 + ClaimLine.graceMilliseconds
        var tag: String?
        while true {
            let (began, known) = (clock.uptimeMilliseconds(), tag)
            var pause = ReadingPace.pauseMilliseconds
            do throws(SignInError) {
                let response = try await ask(tag)
                if response.status != 304 {
                    try requireKnown(response)
                    switch try ClaimLine.status(response) {
                    case .approved(let bound): return bound
                    case .refused: throw SignInError(.refusedByOtherDevice, "The other device refused.")
                    case .pending: tag = response.headers["ETag"]
                    }
                }
                let took = clock.uptimeMilliseconds() - began
                pause = ReadingPace(knownTag: known, nextTag: tag, tookMilliseconds: took).pause
            } catch {
                guard error.isPassing else { throw ClaimLine.ending(error) }
                pause = max(pause, min(error.retryAfterMilliseconds ?? 0, 30_000))
            }
            guard clock.uptimeMilliseconds() + pause < deadline else {
                throw .unsettled(SignInError(.refusedByOtherDevice, "The other device did not answer in time."))
            }
            do { try await clock.sleep(pause) } catch { throw .unsettled(.cancelledCall) }
        }
    }

    private static func ending(_ error: SignInError) -> Ending {
        [.refusedByOtherDevice, .refused, .invalidCode].contains(error.code) ? .ended(error) : .unsettled(error)
    }

    private func ask(_ tag: String?) async throws(SignInError) -> HTTPResponse {
        try await connection.send(
            SignInCall(
                method: .get,
                url: address,
                bearer: token,
                knownTag: tag,
                preferredWaitSeconds: ClaimLine.heldSeconds
            )
        )
    }

    private func requireKnown(_ response: HTTPResponse) throws(SignInError) {
        guard !response.isSuccess else { return }
        let refusal = connection.refusal(response)
        guard ![401, 404].contains(refusal.status) else {
            throw refusal.error(.invalidCode, "The server no longer knows of this claim; begin with a new code.")
        }
        throw refusal.error
    }

    /// Ends the claim at the server and returns its final status; `nil` without an answer.
    func giveUp() async -> Status? {
        let call = SignInCall(method: .delete, url: address, bearer: token, isSafeToRepeat: true)
        // This work has its own task, because the waiting task may be cancelled.
        return await Task {
            await TimeLimit.run(ClaimLine.farewellMilliseconds, clock) { () -> Status? in
                guard let response = try? await connection.send(call) else { return nil }
                if [401, 404].contains(response.status) { return .refused }
                return response.isSuccess ? try? ClaimLine.status(response) : nil
            } ?? nil
        }.value
    }

    private static func status(_ response: HTTPResponse) throws(SignInError) -> Status {
        let body = try SignInConnection.object(of: response)
        switch try body.text("status") {
        case "pending": return .pending
        case "approved":
            guard let credential = body["credential"]?.object else { throw .unreadable("credential") }
            return .approved(try BoundCredential(credential))
        case "refused": return .refused
        default: throw .unreadable("status")
        }
    }
}

/// The number that both devices show, so that the person sees that the two devices belong together.
public struct MatchNumber: Hashable, Sendable {
    /// Two digits.
    public let text: String
    /// The name of the tenant that owns the credential.
    public let tenantName: String

    /// Reads the server's value: two digits, as a text or as a number.
    static func text(_ value: JSONValue?) throws(SignInError) -> String {
        let text = value?.string ?? value?.number?.int64.map { $0 < 10 ? "0\($0)" : "\($0)" }
        guard let text, text.utf8.count == 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .unreadable("match number")
        }
        return text
    }
}
