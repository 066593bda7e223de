public import ChaveBase
import ChavePixModel
import Foundation
import NIOSSL
import Synchronization

/// The paths of a server's certificate and key, both PEM.
public struct TLSFiles: Hashable, Sendable {
    /// The file with the server's own certificate first, then those that lead to its anchor.
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The reason why a certificate cannot be served.
public enum TLSRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(String)
    case tooOpen(String)
    case noCertificate(String)
    case noKey(String)
    case mismatch(certificate: String, key: String)

    public var description: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read. Check that it is there and its owner."
        case .tooOpen(let path): "Others may read \(path). Run: chmod o-rwx \(path)"
        case .noCertificate(let path):
            "\(path) holds no certificate in PEM (BEGIN CERTIFICATE). Give another --tls-cert."
        case .noKey(let path):
            "\(path) holds no private key in PEM without a passphrase (BEGIN PRIVATE KEY). Give another --tls-key."
        case .mismatch(let certificate, let key):
            "The key in \(key) is not that of the first certificate in \(certificate). Give a pair."
        }
    }
}

/// A server's certificate and key, which may be renewed while it runs.
///
/// New connections get the last pair that was read; an invalid pair is refused, and the old one stays.
public final class TLSIdentity: Sendable {
    private struct State {
        var context: NIOSSLContext
        var notAfter: Timestamp
        var stamps: [FileStamp]
    }

    private let files: TLSFiles
    private let state: Mutex<State>

    public init(_ files: TLSFiles) throws(TLSRefusal) {
        self.files = files
        state = Mutex(try TLSIdentity.read(files))
    }

    var context: NIOSSLContext { state.withLock { $0.context } }

    /// The time at which the certificate expires.
    public var notAfter: Timestamp { state.withLock { $0.notAfter } }

    public func reload() throws(TLSRefusal) {
        let new = try TLSIdentity.read(files)
        state.withLock { $0 = new }
    }

    /// Reads the files again if they changed, and returns whether they did.
    public func reloadIfChanged() throws(TLSRefusal) -> Bool {
        let stamps = TLSIdentity.stamps(files)
        guard state.withLock({ $0.stamps }) != stamps else { return false }
        try reload()
        return true
    }

    private static func read(_ files: TLSFiles) throws(TLSRefusal) -> State {
        // The stamps are taken before the reading, so that a change in between is read again.
        let stamps = TLSIdentity.stamps(files)
        let chain = try certificates(files.certificate)
        let key = try privateKey(files.key)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw .mismatch(certificate: files.certificate, key: files.key)
        }
        let seconds = Int64(chain.first?.notValidAfter ?? 0)
        return State(context: context, notAfter: Timestamp(microseconds: seconds * 1_000_000), stamps: stamps)
    }

    private static func certificates(_ path: String) throws(TLSRefusal) -> [NIOSSLCertificate] {
        let bytes = try contents(path)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else { throw .noCertificate(path) }
        return chain
    }

    private static func privateKey(_ path: String) throws(TLSRefusal) -> NIOSSLPrivateKey {
        let bytes = try contents(path)
        guard let mode = FileMode.of(path) else { throw .unreadable(path) }
        guard mode & 0o007 == 0 else { throw .tooOpen(path) }
        guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else { throw .noKey(path) }
        return key
    }

    private static func contents(_ path: String) throws(TLSRefusal) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
        return Array(data)
    }

    private static func stamps(_ files: TLSFiles) -> [FileStamp] {
        [FileStamp(files.certificate), FileStamp(files.key)]
    }
}

/// The identity of a file that was read: its number, its length and its time of writing.
private struct FileStamp: Equatable {
    private var numbers: [Int64] = []

    init(_ path: String) {
        // A link is followed: renewals often put a new file behind an old name.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return }
        let written = attributes[.modificationDate] as? Date ?? .distantPast
        numbers = [.systemFileNumber, .size].map { ((attributes[$0] as? NSNumber)?.int64Value) ?? 0 }
        numbers.append(Int64(written.timeIntervalSince1970 * 1_000))
    }
}
