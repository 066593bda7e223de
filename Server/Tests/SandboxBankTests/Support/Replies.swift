import InstitutionPort
import Testing

/// The body of an answer with that status; anything else fails the test.
func answered(_ reply: InstitutionReply, _ status: Int, _ location: SourceLocation = #_sourceLocation) throws -> [UInt8]
{
    guard case .answered(status, let body, _) = reply else {
        Issue.record("expected \(status), got \(describe(reply))", sourceLocation: location)
        throw UnexpectedReply()
    }
    return body
}

/// The code of a refusal; anything else fails the test.
func refusedCode(_ reply: InstitutionReply, _ location: SourceLocation = #_sourceLocation) throws -> String {
    guard case .refused(_, let body, _) = reply else {
        Issue.record("expected a refusal, got \(describe(reply))", sourceLocation: location)
        throw UnexpectedReply()
    }
    return try OFBErrors(bytes: body).firstCode
}

func refusedStatus(_ reply: InstitutionReply) -> Int? {
    if reply == .tokenRefused { return 401 }
    guard case .refused(let status, _, _) = reply else { return nil }
    return status
}

private func describe(_ reply: InstitutionReply) -> String {
    switch reply {
    case .answered(let status, _, _): "\(status)"
    case .refused(let status, let body, _): "\(status) \(String(decoding: body, as: UTF8.self))"
    case .tokenRefused: "token refused"
    case .unknown(let reason, _): reason.rawValue
    }
}

struct UnexpectedReply: Error {}
