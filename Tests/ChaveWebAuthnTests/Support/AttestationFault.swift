import ChaveWebAuthn
import ChaveWire
import Crypto

/// Breaks a sample in one place, and leaves what another fault may have broken as it is.
enum AttestationFault {
    /// The refusals that an attestation of the format can meet, in their order.
    static func all(of format: AttestationFormat) -> [AttestationRefusal] {
        let own: Set<AttestationRefusal> =
            switch format {
            case .none: []
            case .packed:
                [.statementUnsupported, .algorithmMismatch, .signatureInvalid, .certificateUnsuitable, .modelMismatch]
            case .fidoU2F: [.algorithmMismatch, .signatureInvalid, .modelNotZero]
            case .apple: [.keyMismatch, .nonceMismatch]
            case .androidKey:
                [
                    .statementUnsupported, .algorithmMismatch, .keyMismatch, .nonceMismatch, .signatureInvalid,
                    .keyUseUnsuitable,
                ]
            case .tpm:
                [
                    .statementUnsupported, .algorithmMismatch, .keyMismatch, .nonceMismatch, .nameMismatch,
                    .signatureInvalid, .certificateUnsuitable, .modelMismatch, .manufacturerUnknown,
                ]
            }
        return AttestationRefusal.allCases.filter { ofEveryFormat.contains($0) || own.contains($0) }
    }

    private static let ofEveryFormat: Set<AttestationRefusal> = [
        .formatUnsupported, .formatNotAccepted, .statementMalformed, .certificateMalformed, .chainNotTrusted,
        .typeNotAccepted, .modelNotAccepted,
    ]

    static func make(_ refusal: AttestationRefusal, in sample: inout RegistrationSample) throws {
        switch refusal {
        case .formatUnsupported: sample.format = "compound"
        case .formatNotAccepted: sample.expectation.attestation.acceptedFormats = [.none]
        case .typeNotAccepted: sample.expectation.attestation.acceptedTypes = [.unanchored]
        case .modelNotAccepted: sample.expectation.attestation.models = .except([Array(0..<16)])
        case .manufacturerUnknown:
            sample.attestation?.tpm.manufacturer = "id:00000000"
            sample.expectation.attestation.requiresKnownTPMManufacturer = true
        case .modelNotZero: sample.expectation.attestation.requiresZeroModelInU2F = true
        default: try sample.attestation?.make(refusal)
        }
    }
}

extension AttestationSample {
    /// The faults of what is sent; those of the policy are not here.
    fileprivate mutating func make(_ refusal: AttestationRefusal) throws {
        switch refusal {
        case .formatUnsupported, .formatNotAccepted, .typeNotAccepted, .modelNotAccepted, .manufacturerUnknown,
            .modelNotZero:
            break
        case .statementMalformed: alsoDamageStatement { $0.append(CBORMember(key: .text("more"), value: .null)) }
        case .certificateMalformed:
            // A U2F key has one certificate only; elsewhere the one that signs stays readable.
            let isOne = kind == .fidoU2F
            alsoDamageChain { if isOne { $0[0].removeLast() } else { $0.append([0x30]) } }
        case .statementUnsupported: name(COSEAlgorithm(rawValue: -65_535))
        case .algorithmMismatch: try misname()
        case .keyMismatch: certifiedKey = try TestKey.make(for: .es256)
        case .nonceMismatch: breakNonce()
        case .nameMismatch: tpm.damageName = { $0[33] ^= 1 }
        case .signatureInvalid: damageSigned = { $0[0] ^= 1 }
        case .certificateUnsuitable where kind == .tpm: tpm.usages = nil
        case .certificateUnsuitable: certificate.subject = TestCertificate.name(unit: "Unit")
        case .modelMismatch: certificate.extensions = [.model(Array(repeating: 9, count: 16))]
        case .keyUseUnsuitable: android.software = AndroidKey.allApplications
        case .chainNotTrusted: rootKey = P256.Signing.PrivateKey()
        }
    }

    /// The statement names that algorithm; what signs stays as it is.
    private mutating func name(_ algorithm: COSEAlgorithm) {
        alsoDamageStatement { $0[0].value = CBORValue(algorithm.rawValue) }
    }

    private mutating func misname() throws {
        guard kind == .fidoU2F else { return name(.rs256) }
        // There the algorithm is always the same, so that it is the certificate's key that does not fit.
        let key = try TestKey.make(for: .es384).certificateKey
        let made = try certificate.signed(by: rootKey, for: key)
        alsoDamageChain { $0[0] = made }
    }

    private mutating func breakNonce() {
        switch kind {
        case .apple: damageSigned = { $0[0] ^= 1 }
        case .androidKey: damageExtension = { $0[17] ^= 1 }
        default: tpm.damageExtraData = { $0[0] ^= 1 }
        }
    }

    private mutating func alsoDamageStatement(_ damage: @escaping (inout [CBORMember]) -> Void) {
        let before = damageStatement
        damageStatement = {
            before(&$0)
            damage(&$0)
        }
    }

    private mutating func alsoDamageChain(_ damage: @escaping (inout [[UInt8]]) -> Void) {
        let before = damageChain
        damageChain = {
            before(&$0)
            damage(&$0)
        }
    }
}
