import ChaveWebAuthn
public import ChaveWire

/// Reports whether a ceremony is valid, or which step refuses it, with the expected and the received value.
///
/// The debugger decides nothing itself: it turns the refusals of `ChaveWebAuthn` into sentences. Its answers quote
/// values of the ceremony, such as challenges and origins. They are for the developer, and must not go to a log.
public struct CeremonyDebugger: Sendable {
    private let secondsSince1970: @Sendable () -> Int64

    /// The limits of the JSON in a line.
    public static let limits = JSONLimits(bytes: LineSplitter.standardLimit, depth: 32, values: 100_000)

    /// Creates a debugger.
    ///
    /// - Parameter secondsSince1970: the time at which certificates of attestations must be valid.
    public init(secondsSince1970: @escaping @Sendable () -> Int64) { self.secondsSince1970 = secondsSince1970 }

    /// Verifies the request in one line; every line gets an answer.
    public func verify(_ line: LineSplitter.Line) async -> Verdict {
        do throws(Unreadable) {
            return try await CeremonyVerification(request(line), at: secondsSince1970()).verdict()
        } catch {
            return .unreadable(error)
        }
    }

    private func request(_ line: LineSplitter.Line) throws(Unreadable) -> CeremonyRequest {
        guard case .bytes(let bytes) = line else { throw CeremonyDebugger.tooLong }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: CeremonyDebugger.limits)
        } catch {
            throw error.problem == .tooLong ? CeremonyDebugger.tooLong : Unreadable(error)
        }
        return try CeremonyRequest(json)
    }

    private static let tooLong = Unreadable("The request has more than \(LineSplitter.standardLimit) bytes.")
}
