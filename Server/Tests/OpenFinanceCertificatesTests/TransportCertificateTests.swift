import ChaveBase
import Foundation
import SwiftASN1
import Testing
import X509

@testable import OpenFinanceCertificates

/// One authority for all tests: its keys take a while to make.
private let authority = Result { try DevelopmentAuthority(name: "Test", now: Timestamp(seconds: 1_800_000_000)) }

@Suite struct TransportCertificateTests {
    private let now = Timestamp(seconds: 1_800_000_000)
    private let subject = TransportSubject(
        organisation: "6b6a8a7c-0b1e-4f0f-9d52-0a3c3a1f9a01",
        software: "2f0c6a9d-5a6b-4a0e-8f52-f8a7f6a3c002",
        organisationName: "Loja Teste Ltda",
        registrationNumber: "11222333000181",
        commonName: "localhost"
    )

    private func der(_ pem: String) throws -> [UInt8] {
        let first = try #require(pem.split(separator: "-----END CERTIFICATE-----").first)
        let certificate = try Certificate(pemEncoded: "\(first)-----END CERTIFICATE-----\n")
        return Array(try certificate.serializeAsPEM().derBytes)
    }

    @Test func aTransportCertificateSaysWhoItIs() throws {
        let key = try DevelopmentAuthority.newKeyPEM()
        let pem = try authority.get().transport(subject, keyPEM: key, now: now, seconds: 3_600)
        let read = try TransportCertificate(der: der(pem))
        #expect(read.organisation == subject.organisation)
        #expect(read.software == subject.software)
        #expect(read.commonName == "localhost")
        let end = try Certificate(derEncoded: der(pem)).notValidAfter.timeIntervalSince1970
        #expect(Int64(end) == now.seconds + 3_600)
        #expect(read.thumbprint.utf8.count == 43)
    }

    @Test func aServersCertificateIsNoClients() throws {
        let key = try DevelopmentAuthority.newKeyPEM()
        let pem = try authority.get().server(["bank.test"], keyPEM: key, now: now, seconds: 3_600)
        #expect(throws: CertificateRefusal.notForClients) { try TransportCertificate(der: der(pem)) }
    }

    @Test func aSigningCertificateIsNoClients() throws {
        let key = try DevelopmentAuthority.newKeyPEM()
        let signing = SigningSubject(
            organisation: subject.organisation,
            organisationName: "Loja Teste Ltda",
            registrationNumber: "11222333000181"
        )
        let pem = try authority.get().signing(signing, keyPEM: key, now: now, seconds: 3_600)
        #expect(throws: CertificateRefusal.notForClients) { try TransportCertificate(der: der(pem)) }
    }

    @Test func everyTruncationIsMalformed() throws {
        let key = try DevelopmentAuthority.newKeyPEM()
        let whole = try der(try authority.get().transport(subject, keyPEM: key, now: now, seconds: 3_600))
        for count in 0..<whole.count {
            #expect(throws: CertificateRefusal.malformed) { try TransportCertificate(der: Array(whole.prefix(count))) }
        }
        #expect(throws: CertificateRefusal.malformed) {
            try TransportCertificate(der: [UInt8](repeating: 0x30, count: TransportCertificate.largest + 1))
        }
    }

    @Test func anAuthorityIsReadFromWhatItWrote() throws {
        let pem = try authority.get().pem
        let again = try DevelopmentAuthority(pem)
        let key = try DevelopmentAuthority.newKeyPEM()
        _ = try TransportCertificate(der: der(again.transport(subject, keyPEM: key, now: now, seconds: 60)))
        var damaged = pem
        damaged.issuerKey = pem.issuer
        #expect(throws: DevelopmentAuthority.Unreadable(part: "issuer key")) { try DevelopmentAuthority(damaged) }
    }
}
