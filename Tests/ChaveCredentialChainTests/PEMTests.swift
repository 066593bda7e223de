import ChaveCredentialChain
import Testing

struct PEMTests {
    @Test func aCertificateIsTheSameAfterItWasText() throws {
        let der = try Sample.first()
        let text = PEM.encode(certificate: der)
        #expect(try PEM.decode(text) == der)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "-----BEGIN CERTIFICATE-----")
        #expect(lines.suffix(2) == ["-----END CERTIFICATE-----", ""])
        #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.utf8.count == 64 })
    }

    @Test func linesMayEndAsOtherSystemsEndThem() throws {
        let der = try Sample.first()
        let text = PEM.encode(certificate: der)
        #expect(try PEM.decode(text.replacing("\n", with: "\r\n")) == der)
        #expect(try PEM.decode(String(text.dropLast())) == der)
    }

    @Test func anythingElseIsRefused() throws {
        let text = PEM.encode(certificate: try Sample.first())
        let others = [
            "", "\n", text + text, "\n" + text, text + "\n", " " + text, text + " ", String(text.dropLast()) + "\r",
            text.replacing("CERTIFICATE", with: "X509 CRL"), text.replacing("BEGIN CERT", with: "BEGIN  CERT"),
            text.replacing("\n", with: ""), text.replacing("\n", with: "\n\n"), text.replacing("\n", with: "\r"),
            text.replacing("CERTIFICATE-----\n", with: "CERTIFICATE-----\nProc-Type: 4,ENCRYPTED\n\n"),
            "subject=CN = a\n" + text, text.replacing("A", with: "*"), text.replacing("-----", with: "----"),
        ]
        for other in others {
            #expect(throws: ChainRefusal.malformed) { try PEM.decode(other) }
        }
        #expect(throws: ChainRefusal.certificateTooLarge) { try PEM.decode(String(repeating: "A", count: 4_097)) }
    }
}
