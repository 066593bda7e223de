import ChaveWebAuthn
import ChaveWire
import Foundation

/// The relying party of the specification's test vectors, which are the corpus.
let sampleRelyingParty = RelyingParty(
    id: "example.org",
    origins: ["https://example.org"],
    topOrigins: ["https://example.com"]
)

/// The challenge that this client data answers, so that a ceremony gets beyond that step.
///
/// One too short to be issued is not what the relying party expects either.
func challenge(in clientData: [UInt8]) -> [UInt8] {
    let answered = (try? CollectedClientData(decoding: clientData))?.challenge ?? []
    return answered.count < 16 ? Array(repeating: 0, count: 16) : answered
}

/// The anchor of the vectors' chains, so that paths are looked for; without the file nothing is trusted.
let samplePolicy: AttestationPolicy = {
    guard let path = ProcessInfo.processInfo.environment["CHAVE_FUZZ_ANCHOR"],
        let anchor = FileManager.default.contents(atPath: path),
        let trust = try? AttestationTrust(anchors: [Array(anchor)], at: 1_750_000_000)
    else { return .unanchored }
    return AttestationPolicy(acceptedTypes: [.none, .selfAttestation, .anchored], trust: trust)
}()

/// Cuts an input into pieces, each behind its length in two bytes; what is missing is empty.
struct Parts {
    private(set) var rest: [UInt8]

    init(_ bytes: [UInt8]) { rest = bytes }

    mutating func next() -> [UInt8] {
        guard rest.count >= 2 else {
            defer { rest = [] }
            return []
        }
        let count = min(Int(rest[0]) << 8 | Int(rest[1]), rest.count - 2)
        defer { rest.removeFirst(2 + count) }
        return Array(rest[2..<2 + count])
    }
}
