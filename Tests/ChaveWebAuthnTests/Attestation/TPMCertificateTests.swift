import ChaveWebAuthn
import SwiftASN1
import Testing
import X509

/// What the certificate of a TPM's attestation key must be, and where it may lead.
@Suite struct TPMCertificateTests {
    @Test func theCertificateHasTheFormOfAnAttestationKeys() async throws {
        let unsuitable: [(inout AttestationSample) -> Void] = [
            { $0.tpm.usages = nil }, { $0.tpm.usages = [[2, 23, 133, 8, 1]] }, { $0.tpm.model = nil },
            { $0.tpm.version = nil }, { $0.tpm.manufacturer = "" }, { $0.tpm.model = "" }, { $0.tpm.version = "" },
            { $0.tpm.nameCount = 0 }, { $0.tpm.nameCount = 2 }, { $0.certificate.version = .v1 },
            { $0.certificate.constraints = nil },
            { $0.certificate.constraints = .isCertificateAuthority(maxPathLength: nil) },
        ]
        for (index, change) in unsuitable.enumerated() {
            await expect(.certificateUnsuitable, try .tpm(change), "\(index)")
        }
        await expect(nil, try .tpm { $0.tpm.isAlternativeNameCritical = false })
        await expect(nil, try .tpm { $0.certificate.extensions = [.model(Array(0..<16))] })
        await expect(.modelMismatch, try .tpm { $0.certificate.extensions = [.model(Array(1...16))] })
    }

    /// A certificate with a subject is one for another purpose.
    @Test func theSubjectIsEmpty() async throws {
        var sample = try RegistrationSample.attested(.tpm)
        let attestation = try #require(sample.attestation)
        var certificate = attestation.certificate
        certificate.extensions = try attestation.tpm.extensions()
        let made = try certificate.signed(by: attestation.rootKey, for: attestation.key)
        sample.attestation?.damageChain = { $0 = [made] }
        await expect(.certificateUnsuitable, sample)
    }

    @Test func whetherTheMakerMustBeKnownIsThePolicys() async throws {
        for (manufacturer, isKnown) in [
            ("id:53544D20", true), ("id:53544d20", true), ("id:494E5443", true), ("id:00000000", false),
            ("53544D20", false), ("ID:53544D20", false), ("id:53544D2", false), ("id:53544D200", false),
            ("id:+3544D20", false), ("id:5354 D20", false), ("id:53544D2\u{FF10}", false), ("id:FFFFF1D0", false),
        ] {
            var sample = try RegistrationSample.tpm { $0.tpm.manufacturer = manufacturer }
            await expect(nil, sample)
            sample.expectation.attestation.requiresKnownTPMManufacturer = true
            await expect(isKnown ? nil : .manufacturerUnknown, sample, "\(manufacturer)")
        }
    }

    /// The critical names are read in the certificate that signs, so that no other may have them.
    @Test func anAuthorityWithCriticalNamesEndsThePath() async throws {
        var sample = try RegistrationSample.tpm {
            $0.root.extensions = (try? $0.tpm.extensions()) ?? []
        }
        sample.expectation.attestation.trust = try sample.attestation?.trust()
        await expect(.chainNotTrusted, sample)
        sample = try RegistrationSample.attested(.packed)
        sample.attestation?.certificate.extensions = try TestTPM().extensions()
        await expect(.chainNotTrusted, sample)
    }

    /// Windows gets certificates that name a policy and mark that critical; to require one is another extension.
    @Test func anyCertificatePolicyWillDo() async throws {
        let anyPolicy = hex("3006 3004 06022a03")
        for (oid, value, isFine) in [
            ([2, 5, 29, 32], anyPolicy, true), ([2, 5, 29, 36], hex("3003 800100"), false),
        ] as [(ASN1ObjectIdentifier, [UInt8], Bool)] {
            let policies = Certificate.Extension(oid: oid, critical: true, value: value[...])
            await expect(isFine ? nil : .chainNotTrusted, try .tpm { $0.certificate.extensions = [policies] })
            var sample = try RegistrationSample.tpm { $0.root.extensions = [policies] }
            sample.expectation.attestation.trust = try sample.attestation?.trust()
            await expect(.chainNotTrusted, sample)
        }
    }

    /// Without its name in the certificate the client's software alone says which model it is.
    @Test func aListOfModelsIsMetOnlyWhereTheCertificateNamesTheModel() async throws {
        let model = Array(0..<16) as [UInt8]
        for models in [.only([model]), .except([])] as [AttestationPolicy.Models] {
            var sample = try RegistrationSample.tpm { $0.certificate.extensions = [.model(model)] }
            sample.expectation.attestation.models = models
            await expect(nil, sample)
            sample.attestation?.certificate.extensions = []
            await expect(.modelNotAccepted, sample)
        }
    }
}
