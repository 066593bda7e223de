import ChaveWebAuthn
import ChaveWire

/// The member `attestation` of a request: the accepted attestations.
///
/// Without the member every format is read, and none is trusted beyond its own signature.
struct AttestationRequest {
    /// The certificates in DER that chains must lead to; `nil` when the member is absent.
    let anchors: [[UInt8]]?
    private let formats: Set<AttestationFormat>
    private let types: Set<AttestationType>

    private static let members = ["formats", "trustAnchors", "types"]

    /// The types that a request can name.
    ///
    /// With the member, a chain leads to an anchor or is refused, so it is never unanchored.
    private enum Kind: String, CaseIterable {
        case none
        case selfAttestation = "self"
        case anchored

        var type: AttestationType {
            switch self {
            case .none: .none
            case .selfAttestation: .selfAttestation
            case .anchored: .anchored
            }
        }
    }

    init(_ request: RequestReader) throws(Unreadable) {
        guard request.has("attestation") else {
            anchors = nil
            formats = AttestationPolicy.unanchored.acceptedFormats
            types = AttestationPolicy.unanchored.acceptedTypes
            return
        }
        let value = try request.value("attestation")
        let reader = try RequestReader(value, path: "attestation", members: AttestationRequest.members)
        let all = Set(AttestationFormat.allCases)
        formats = reader.has("formats") ? try reader.choices("formats", of: AttestationFormat.self) : all
        types =
            reader.has("types")
            ? Set(try reader.choices("types", of: Kind.self).map(\.type)) : [.none, .selfAttestation, .anchored]
        var anchors: [[UInt8]] = []
        for (index, pem) in (reader.has("trustAnchors") ? try reader.texts("trustAnchors") : []).enumerated() {
            anchors.append(try AttestationRequest.anchor(pem, at: "attestation.trustAnchors[\(index)]"))
        }
        self.anchors = anchors
    }

    /// The names of the accepted formats and types, for messages.
    var formatNames: [String] { formats.map(\.rawValue).sorted() }
    var typeNames: [String] { types.map(\.rawValue).sorted() }

    func policy(at secondsSince1970: Int64) throws(Unreadable) -> AttestationPolicy {
        let trust: AttestationTrust?
        do {
            trust = try anchors.map { try AttestationTrust(anchors: $0, at: secondsSince1970) }
        } catch {
            throw Unreadable("attestation.trustAnchors holds what is no certificate.")
        }
        return AttestationPolicy(acceptedTypes: types, acceptedFormats: formats, trust: trust)
    }

    private static func anchor(_ pem: String, at path: String) throws(Unreadable) -> [UInt8] {
        let certificate: PEMCertificate
        do {
            certificate = try PEMCertificate(pem)
        } catch {
            throw Unreadable("\(path) \(error.problem).")
        }
        guard (try? AttestationTrust(anchors: [certificate.bytes], at: 0)) != nil else {
            throw Unreadable("\(path) is PEM, but what it holds is no certificate in DER.")
        }
        return certificate.bytes
    }
}
