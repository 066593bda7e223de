import ChaveWebAuthn
public import ChaveWire

/// Says of a ceremony whether it holds, and if not, which step refuses it, what was expected and what came.
///
/// It decides nothing itself: the procedures of `ChaveWebAuthn` do, and it puts their refusals into sentences. Its answers
/// quote what the ceremony holds, such as challenges and origins, so that they are for the developer and for no log.
public struct CeremonyDebugger: Sendable {
    private let secondsSince1970: @Sendable () -> Int64

    /// How much JSON a line may hold.
    public static let limits = JSONLimits(bytes: LineSplitter.standardLimit, depth: 32, values: 100_000)

    /// - Parameter secondsSince1970: the time at which certificates of attestations must be valid.
    public init(secondsSince1970: @escaping @Sendable () -> Int64) { self.secondsSince1970 = secondsSince1970 }

    /// Verifies what one line asks; every line has an answer.
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
