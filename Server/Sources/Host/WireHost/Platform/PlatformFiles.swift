import ChaveBase
import ChaveJOSE
import Foundation
import NIOSSL
import OpenFinanceCertificates
import OpenFinanceClient
import OpenFinanceWire
import ServerHost

/// The platform's file with the keys and certificates that it names, each read by itself.
struct PlatformFiles {
    let file: OpenFinanceFile
    private let folder: String

    init(_ path: String) throws(FileProblem) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileProblem("\(path) cannot be read. Give the file of --open-finance.")
        }
        do {
            file = try JSONDecoder().decode(OpenFinanceFile.self, from: data)
        } catch {
            throw FileProblem("\(path) is no file of --open-finance: \(PlatformFiles.words(error)).")
        }
        let folder = (path as NSString).deletingLastPathComponent
        self.folder = folder.isEmpty ? "." : folder
    }

    /// The path of a name, which is relative to the file's own folder.
    func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }

    func settings(_ own: TransportCertificate) -> ConnectorSettings {
        var settings = ConnectorSettings(
            organisation: file.organisationID,
            software: file.softwareStatementID,
            directory: DirectoryAddresses(
                participants: file.directory.participants,
                keystore: file.directory.keystore,
                token: file.directory.token,
                assertion: file.directory.assertion
            ),
            redirectURIs: file.redirectURIs,
            webhookURIs: file.webhookURIs,
            certificateThumbprint: own.thumbprint
        )
        settings.originURIs = file.originURIs
        settings.relyingPartyID = file.commonName
        return settings
    }

    // MARK: Certificates

    var transportCertificate: String { path(file.transport.certificate ?? "transport.pem") }

    /// The transport certificate with its chain, which is in date and this software's.
    func transport() throws(FileProblem) -> (chain: [NIOSSLCertificate], own: TransportCertificate) {
        let chain = try CertificateFile.certificates(transportCertificate)
        try CertificateFile.requireInDate(chain, transportCertificate)
        return (chain, try PlatformFiles.requireOwn(chain, transportCertificate, file))
    }

    /// The certificate of a key that signs or decrypts, after a check of its date and of the pair.
    func certificate(_ name: String, of key: OpenFinanceFile.Keys) throws(FileProblem) -> [NIOSSLCertificate] {
        let chain = try CertificateFile.certificates(path(name))
        try CertificateFile.requireInDate(chain, path(name))
        let pair = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try privateKey(key.key))
        )
        guard (try? NIOSSLContext(configuration: pair)) != nil else { throw noPair(key.key, path(name)) }
        return chain
    }

    private func noPair(_ key: String, _ certificate: String) -> FileProblem {
        FileProblem("\(path(key)) is not the key of \(certificate). Give a pair, the own certificate first.")
    }

    func authority() throws(FileProblem) -> [NIOSSLCertificate] {
        try CertificateFile.certificates(path(file.directory.authority))
    }

    /// The TLS of all calls, after a check that certificate and key are a pair.
    func clientTLS(_ chain: [NIOSSLCertificate]) throws(FileProblem) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = .certificates(try authority())
        tls.certificateChain = chain.map { .certificate($0) }
        tls.privateKey = .privateKey(try privateKey(file.transport.key))
        guard (try? NIOSSLContext(configuration: tls)) != nil else {
            throw noPair(file.transport.key, transportCertificate)
        }
        return tls
    }

    /// The TLS of the webhooks' host; `nil` where the file has no certificate for it.
    func webhookTLS() throws(FileProblem) -> ListenerTLS? {
        guard let server = file.server else { return nil }
        _ = try text(server.key)
        return try ListenerTLS(
            certificate: path(server.certificate ?? "server.pem"),
            key: path(server.key),
            clientRoots: path(file.directory.authority)
        )
    }

    /// Refuses a certificate that is another participant's than the file's: a bank would refuse each call.
    private static func requireOwn(
        _ chain: [NIOSSLCertificate],
        _ path: String,
        _ file: OpenFinanceFile
    ) throws(FileProblem) -> TransportCertificate {
        guard let der = try? chain.first?.toDERBytes() else {
            throw FileProblem("\(path) holds no certificate that can be read.")
        }
        let certificate: TransportCertificate
        do throws(CertificateRefusal) {
            certificate = try TransportCertificate(der: der)
        } catch {
            throw FileProblem("\(path) is no transport certificate (BRCAC). \(error.sentence)")
        }
        let pairs = [
            ("organisation_id", certificate.organisation, file.organisationID),
            ("software_statement_id", certificate.software, file.softwareStatementID),
            ("common_name", certificate.commonName, file.commonName),
        ]
        for (name, told, expected) in pairs where !told.utf8.elementsEqual(expected.utf8) {
            throw FileProblem(
                "\(path) is for \(told), and \(name) is \(expected). Use the certificate of this software."
            )
        }
        return certificate
    }

    /// The names of the certificates in the file, each with its path; keys to sign and decrypt need none.
    var certificatePaths: [(name: String, path: String)] {
        var paths = [(name: "transport", path: transportCertificate)]
        for (name, keys) in [("signing", file.signing), ("client", file.client), ("encryption", file.encryption)] {
            for (index, certificate) in keys.all.compactMap(\.certificate).enumerated() {
                paths.append((index == 0 ? name : "\(name) \(index + 1)", path(certificate)))
            }
        }
        if let server = file.server { paths.append(("server", path(server.certificate ?? "server.pem"))) }
        paths.append(("authority", path(file.directory.authority)))
        return paths
    }

    /// The certificates that can be read; of a file with several roots, the one that ends first.
    var certificates: [BankCertificate] {
        certificatePaths.compactMap { name, path in
            guard let all = try? CertificateFile.certificates(path) else { return nil }
            let ends = (name == "authority" ? all : Array(all.prefix(1))).map(\.notValidAfter)
            return ends.min().map { BankCertificate(name: name, notAfter: Timestamp(seconds: Int64($0))) }
        }
    }

    // MARK: Keys

    /// All keys that sign and decrypt.
    func keys() throws(FileProblem) -> PlatformKeys {
        var signing: [EnvelopeKey] = []
        for each in file.signing.all { signing.append(try signingKey(each)) }
        var client: [SigningKey] = []
        for each in file.client.all { client.append(try key(each)) }
        var decryption: [DecryptionKey] = []
        for each in file.encryption.all { decryption.append(try decryptionKey(each)) }
        guard let opened = try? DecryptionKeys(decryption),
            let keys = PlatformKeys(signing: signing, client: client, decryption: opened)
        else { throw FileProblem("signing and client need a key each, and each key of encryption a kid of its own.") }
        return keys
    }

    func signingKey(_ each: OpenFinanceFile.Keys) throws(FileProblem) -> EnvelopeKey {
        guard let key = EnvelopeKey(try key(each)) else { throw withoutKid(each) }
        return key
    }

    func decryptionKey(_ each: OpenFinanceFile.Keys) throws(FileProblem) -> DecryptionKey {
        let pem = try text(each.key)
        guard let key = try? DecryptionKey(pem: pem, keyID: each.kid) else {
            throw FileProblem("\(path(each.key)) holds no RSA key in PEM. Give the key that the keystore shows.")
        }
        return key
    }

    func privateKey(_ name: String) throws(FileProblem) -> NIOSSLPrivateKey {
        let pem = try text(name)
        guard let key = try? NIOSSLPrivateKey(bytes: Array(pem.utf8), format: .pem) else {
            throw FileProblem("\(path(name)) holds no private key in PEM. Give the key of its certificate.")
        }
        return key
    }

    /// A key for PS256 with the name that the keystore has for it.
    func key(_ each: OpenFinanceFile.Keys) throws(FileProblem) -> SigningKey {
        let pem = try text(each.key)
        guard let key = try? SigningKey(pem: pem, algorithm: .ps256) else {
            throw FileProblem("\(path(each.key)) holds no RSA key in PEM. Give the key that the keystore shows.")
        }
        guard let name = each.kid, !name.isEmpty else { throw withoutKid(each) }
        return key.named(name)
    }

    private func withoutKid(_ each: OpenFinanceFile.Keys) -> FileProblem {
        FileProblem("\(path(each.key)) needs a kid beside it: the key's name in the keystore.")
    }

    /// The text of a file that only its owner may read.
    private func text(_ name: String) throws(FileProblem) -> String {
        let path = path(name)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileProblem("\(path) cannot be read. Check that it is there and its owner.")
        }
        let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int ?? 0
        guard mode & 0o077 == 0 else {
            throw FileProblem("\(path) may be read by others. Run: chmod 600 \(path)")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "it has no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has another form"
        default: "it is no JSON"
        }
    }
}
