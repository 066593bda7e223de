import ChaveBase
import ChaveJOSE
import Foundation
import NIOSSL
import OpenFinanceCertificates
public import OpenFinanceClient
import OpenFinanceWire

/// The platform as a participant of Open Finance: its file, with all keys and certificates that the file names.
public struct PlatformParticipant: Sendable {
    public let file: OpenFinanceFile
    public let settings: ConnectorSettings
    public let keys: PlatformKeys
    /// Makes the connections by which the platform calls banks.
    let tls: TLSConfiguration
    /// The socket of banks' webhooks; `nil` where the file has no certificate for one.
    let webhookTLS: ListenerTLS?
    /// The days until the transport certificate ends.
    public let transportDaysLeft: Int

    /// Reads the file and all that it names.
    ///
    /// - Throws: a sentence that names the file at fault and the way out.
    public init(file path: String) throws(FileProblem) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileProblem("\(path) cannot be read. Give the file of --open-finance.")
        }
        let file: OpenFinanceFile
        do {
            file = try JSONDecoder().decode(OpenFinanceFile.self, from: data)
        } catch {
            throw FileProblem("\(path) is no file of --open-finance: \(PlatformParticipant.words(error)).")
        }
        self.file = file
        let folder = PlatformKeyFolder((path as NSString).deletingLastPathComponent)
        let certificate = folder.path(file.transport.certificate ?? "transport.pem")
        let chain = try CertificateFile.certificates(certificate)
        try CertificateFile.requireInDate(chain, certificate)
        transportDaysLeft = CertificateFile.daysLeft(chain) ?? 0
        let own = try PlatformParticipant.requireOwn(chain, certificate, file)
        settings = ConnectorSettings(
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
        keys = try folder.keys(file)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = .certificates(try CertificateFile.certificates(folder.path(file.directory.authority)))
        tls.certificateChain = chain.map { .certificate($0) }
        tls.privateKey = .privateKey(try folder.privateKey(file.transport.key))
        self.tls = tls
        if let server = file.server {
            webhookTLS = try ListenerTLS(
                certificate: folder.path(server.certificate ?? "server.pem"),
                key: folder.path(server.key),
                clientRoots: folder.path(file.directory.authority)
            )
        } else {
            webhookTLS = nil
        }
    }

    /// Host and port of the first address of webhooks.
    var webhookAddress: (host: String, port: Int)? {
        guard let url = file.webhookURIs.first.flatMap(URL.init(string:)), let host = url.host else { return nil }
        return (host, url.port ?? 443)
    }

    /// The ISPB, which is in end-to-end ids.
    public var ispb: String { file.ispb ?? String(file.registrationNumber.prefix(8)) }

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

    private static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "it has no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has another form"
        default: "it is no JSON"
        }
    }
}

/// The folder that the names of the platform's keys are relative to.
private struct PlatformKeyFolder {
    private let folder: String

    init(_ folder: String) { self.folder = folder.isEmpty ? "." : folder }

    func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }

    func privateKey(_ name: String) throws(FileProblem) -> NIOSSLPrivateKey {
        let pem = try text(name)
        guard let key = try? NIOSSLPrivateKey(bytes: Array(pem.utf8), format: .pem) else {
            throw FileProblem("\(path(name)) holds no private key in PEM. Give the key of the transport certificate.")
        }
        return key
    }

    func keys(_ file: OpenFinanceFile) throws(FileProblem) -> PlatformKeys {
        var signing: [EnvelopeKey] = []
        for each in file.signing.all {
            guard let key = EnvelopeKey(try signingKey(each)) else {
                throw FileProblem("\(path(each.key)) needs a kid beside it: the key's name in the keystore.")
            }
            signing.append(key)
        }
        var client: [SigningKey] = []
        for each in file.client.all { client.append(try signingKey(each)) }
        var decryption: [DecryptionKey] = []
        for each in file.encryption.all {
            let pem = try text(each.key)
            guard let key = try? DecryptionKey(pem: pem, keyID: each.kid) else {
                throw FileProblem("\(path(each.key)) holds no RSA key in PEM. Give the key that the keystore shows.")
            }
            decryption.append(key)
        }
        guard let opened = try? DecryptionKeys(decryption),
            let keys = PlatformKeys(signing: signing, client: client, decryption: opened)
        else { throw FileProblem("signing and client need a key each, and each key of encryption a kid of its own.") }
        return keys
    }

    private func signingKey(_ each: OpenFinanceFile.Keys) throws(FileProblem) -> SigningKey {
        let pem = try text(each.key)
        guard let key = try? SigningKey(pem: pem, algorithm: .ps256) else {
            throw FileProblem("\(path(each.key)) holds no RSA key in PEM. Give the key that the keystore shows.")
        }
        guard let name = each.kid, !name.isEmpty else {
            throw FileProblem("\(path(each.key)) needs a kid beside it: the key's name in the keystore.")
        }
        return key.named(name)
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
}
