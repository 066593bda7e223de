import BankHTTP
import ChaveBase
import ChaveJOSE
import ChavePixModel
import Directory
import Foundation
import NIOSSL
import OpenFinanceWire

/// The folder that a directory gave a bank: `participant.json` with keys and certificates beside it.
struct ParticipantFolder {
    let participant: BankParticipant
    private let folder: String

    init(_ folder: String) throws(FileProblem) {
        self.folder = folder
        let file = "\(folder)/participant.json"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw FileProblem(
                "\(file) cannot be read. Start the directory (chave directory serve), or give --participant."
            )
        }
        guard let read = try? JSONDecoder().decode(BankParticipant.self, from: data) else {
            throw FileProblem("\(file) is no bank's. Give the folder of a bank with --participant.")
        }
        participant = read
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The TLS of the bank's listeners; `clientRoots` names a file of this folder.
    func tls(clientRoots: String?) throws(FileProblem) -> ListenerTLS {
        try ListenerTLS(
            certificate: path(participant.server.certificate ?? "server.pem"),
            key: path(participant.server.key),
            clientRoots: clientRoots.map(path)
        )
    }

    /// The TLS by which an institution calls an initiator: its transport certificate, and the authority's trust.
    func clientTLS(_ transport: KeyFiles) throws(FileProblem) -> TLSConfiguration {
        let (certificate, key) = (path(transport.certificate ?? "transport.pem"), path(transport.key))
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = .certificates(try CertificateFile.certificates(path(participant.directory.authority)))
        let chain = try CertificateFile.certificates(certificate)
        try CertificateFile.requireInDate(chain, certificate)
        guard let privateKey = try? NIOSSLPrivateKey(file: key, format: .pem) else {
            throw FileProblem("\(key) holds no private key in PEM. Make a new pair: chave directory certificate.")
        }
        tls.certificateChain = chain.map { .certificate($0) }
        tls.privateKey = .privateKey(privateKey)
        return tls
    }

    func institution(_ read: BankParticipant.Institution, port: Int) throws(FileProblem) -> WireInstitution {
        let file = path(read.signing.key)
        guard let id = InstitutionID(read.id) else {
            throw FileProblem("\(folder)/participant.json has an institution without a UUID as id.")
        }
        guard let data = FileManager.default.contents(atPath: file),
            let key = try? SigningKey(pem: String(decoding: data, as: UTF8.self), algorithm: .ps256),
            let signing = EnvelopeKey(key.named(read.signing.kid ?? key.publicKey.thumbprint))
        else { throw FileProblem("\(file) holds no RSA key in PEM. Put the old one back, or make a new directory.") }
        return WireInstitution(
            id: id,
            organisation: read.organisationID,
            host: read.host,
            mutualHost: read.mutualHost,
            port: port,
            authorizationEndpoint: "http://localhost:\(port + 2)/bank/\(read.id)/authorize",
            signing: signing
        )
    }
}
