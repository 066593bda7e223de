import ChaveBase
import Directory
import Foundation
import NIOSSL

/// Examines a bank's files, their dates, and whether the directory answers.
public struct ParticipantExamination: Sendable {
    public struct Check: Sendable {
        public let name: String
        /// The problem with the way out; `nil` for none.
        public let problem: String?
    }

    private let folder: String

    public init(_ folder: String) { self.folder = folder }

    /// Looks at each file, and asks the directory for its keys.
    public func checks() async -> [Check] {
        let files: ParticipantFolder
        do throws(FileProblem) {
            files = try ParticipantFolder(folder)
        } catch {
            return [Check(name: "participant", problem: error.description)]
        }
        let participant = files.participant
        var checks = [
            Check(name: "participant \(folder)", problem: nil),
            certificate(participant.server.certificate ?? "server.pem", files) {
                () throws(FileProblem) in _ = try files.tls(clientRoots: participant.directory.authority)
            },
        ]
        for institution in participant.institutions {
            checks.append(
                certificate(institution.transport.certificate ?? "transport.pem", files) {
                    () throws(FileProblem) in _ = try files.clientTLS(institution.transport)
                }
            )
            checks.append(
                certificate(institution.signing.certificate ?? "signing.pem", files) {
                    () throws(FileProblem) in _ = try files.institution(institution, port: participant.port)
                }
            )
        }
        checks.append(Check(name: "directory", problem: await directoryProblem(files)))
        return checks
    }

    /// A certificate with its key, which `open` uses as the bank does.
    private func certificate(
        _ name: String,
        _ files: ParticipantFolder,
        _ open: () throws(FileProblem) -> Void
    ) -> Check {
        do throws(FileProblem) {
            try open()
            let chain = try CertificateFile.certificates(files.path(name))
            try CertificateFile.requireInDate(chain, files.path(name))
            let days = CertificateFile.daysLeft(chain) ?? 0
            guard days >= CertificateFile.warningDays else {
                return Check(
                    name: name,
                    problem: "it ends in \(days) days. Make a new one: chave directory certificate NAME."
                )
            }
            return Check(name: name, problem: nil)
        } catch {
            return Check(name: name, problem: error.description)
        }
    }

    private func directoryProblem(_ files: ParticipantFolder) async -> String? {
        let directory = files.participant.directory
        let address = "\(directory.keystore)/openbanking.jwks"
        do {
            let client = try DirectoryClient(
                hosts: [address].compactMap { URL(string: $0)?.host },
                authority: files.path(directory.authority)
            )
            let isThere = (try? await client.keys(at: address)) != nil
            await client.close()
            return isThere ? nil : "nobody answers at \(address). Start it: chave directory serve."
        } catch {
            return "\(error)"
        }
    }
}
