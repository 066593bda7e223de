import Foundation
import NIOSSL

/// Certificates in files.
enum CertificateFile {
    /// How many days before its end a certificate is warned of.
    static let warningDays = 30

    /// All certificates of a file in PEM, at least one.
    static func certificates(_ path: String) throws(FileProblem) -> [NIOSSLCertificate] {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw FileProblem("\(path) cannot be read. Check that it is there and its owner.")
        }
        guard let all = try? NIOSSLCertificate.fromPEMFile(path), !all.isEmpty else {
            throw FileProblem("\(path) holds no certificate in PEM (BEGIN CERTIFICATE).")
        }
        return all
    }

    /// Refuses a chain whose first certificate has ended.
    static func requireInDate(_ chain: [NIOSSLCertificate], _ path: String) throws(FileProblem) {
        guard let days = daysLeft(chain), days < 0 else { return }
        throw FileProblem("\(path) has ended. Make a new one: chave directory certificate NAME.")
    }

    /// The warning of a chain whose first certificate ends soon; `nil` for a later end.
    static func warning(_ chain: [NIOSSLCertificate]) -> String? {
        let days = daysLeft(chain) ?? 0
        return days < warningDays ? "It ends in \(days) days. Put a new one in its place." : nil
    }

    /// The days until the first certificate ends; negative when it has ended.
    static func daysLeft(_ chain: [NIOSSLCertificate]) -> Int? {
        guard let end = chain.first?.notValidAfter else { return nil }
        return Int(((Double(end) - Date().timeIntervalSince1970) / 86_400).rounded(.down))
    }
}

/// A file that cannot be used; the sentence names it and the way out.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
