import ChaveBase
import Foundation
import NIOSSL
public import OpenFinanceClient
public import ServerHost

/// The platform as a participant of Open Finance: its file, with all keys and certificates that the file names.
public struct PlatformParticipant: Sendable {
    public let file: OpenFinanceFile
    public let settings: ConnectorSettings
    public let keys: PlatformKeys
    /// Makes the connections by which the platform calls banks.
    let tls: TLSConfiguration
    /// The socket of banks' webhooks; `nil` where the file has no certificate for one.
    let webhookTLS: ListenerTLS?
    /// The certificates that the file names, with their ends.
    public let certificates: [BankCertificate]

    /// Reads the file and all that it names.
    ///
    /// - Throws: a sentence that names the file at fault and the way out.
    public init(file path: String) throws(FileProblem) {
        let files = try PlatformFiles(path)
        let (chain, own) = try files.transport()
        certificates = files.certificates
        file = files.file
        settings = files.settings(own)
        keys = try files.keys()
        tls = try files.clientTLS(chain)
        webhookTLS = try files.webhookTLS()
    }

    /// The connections to banks and to the directory.
    func exchange(now: @escaping @Sendable () -> Timestamp) -> HTTPSExchange {
        HTTPSExchange(tls: tls, isDevelopment: settings.isDevelopment, names: GuardedNames(now: now))
    }

    /// Host and port of the first address of webhooks.
    var webhookAddress: (host: String, port: Int)? {
        guard let url = file.webhookURIs.first.flatMap(URL.init(string:)), let host = url.host else { return nil }
        return (host, url.port ?? 443)
    }

    /// The ISPB, which is in end-to-end ids.
    public var ispb: String { file.ispb ?? String(file.registrationNumber.prefix(8)) }
}
