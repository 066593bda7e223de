import ChaveBase
import Foundation
import OpenFinanceCertificates

extension DirectoryFolder {
    /// Makes new certificates of a participant in place of the old ones, with new keys for its connections.
    ///
    /// The name `directory` is the directory itself. Signing keys stay, for messages that are under way; their certificates
    /// are new. The new ones count for `days`; a negative number makes ones that have ended. It throws a ``Problem`` when
    /// there is no such participant.
    /// - Returns: the files that were written.
    public func renewCertificates(of participant: String, days: Int) throws -> [String] {
        let place = "participants/\(participant)"
        let state = try state()
        let own = state.organisations.filter { $0.folder == participant }
        let life = Life(now: world.now(), days: days)
        let authority = try authority()
        guard participant != DirectoryFolder.ownName else {
            try writeServer([DirectoryAddress.host, DirectoryAddress.mutualHost], in: "", authority, life)
            return ["\(path)/server.pem"]
        }
        guard !own.isEmpty else {
            let names = Set(state.organisations.map(\.folder)).sorted() + [DirectoryFolder.ownName]
            throw Problem("There is no participant \(participant). Those of \(path): \(names.joined(separator: ", ")).")
        }
        var written: [String] = []
        if let bank = try? read(BankParticipant.self, "\(place)/participant.json") {
            let names = bank.institutions.flatMap { [$0.host, $0.mutualHost] }
            try writeServer(names, in: "\(place)/", authority, life)
            written.append("\(path)/\(place)/server.pem")
            for institution in bank.institutions {
                guard let organisation = own.first(where: { $0.id == institution.organisationID }) else { continue }
                let subject = organisation.transport(software: newID(), institution.host)
                written.append(try renew(institution.transport, subject, in: place, authority, life))
                written.append(try renew(institution.signing, organisation.seal, in: place, authority, life))
            }
        } else {
            let initiator = try read(InitiatorParticipant.self, "\(place)/participant.json")
            guard let organisation = own.first else { return [] }
            let subject = organisation.transport(software: initiator.softwareStatementID, initiator.commonName)
            written.append(try renew(initiator.transport, subject, in: place, authority, life))
            written.append(try renew(initiator.signing, organisation.seal, in: place, authority, life))
            let hosts = initiator.webhookURIs.compactMap { URL(string: $0)?.host }
            if initiator.server != nil, !hosts.isEmpty {
                try writeServer(hosts, in: "\(place)/", authority, life)
                written.append("\(path)/\(place)/server.pem")
            }
        }
        return written
    }

    private func renew(
        _ files: KeyFiles,
        _ subject: TransportSubject,
        in place: String,
        _ authority: DevelopmentAuthority,
        _ life: Life
    ) throws -> String {
        let key = try DevelopmentAuthority.newKeyPEM()
        let certificate = files.certificate ?? "transport.pem"
        try write(key, "\(place)/\(files.key)")
        try write(
            authority.transport(subject, keyPEM: key, now: life.start, seconds: life.seconds),
            "\(place)/\(certificate)"
        )
        return "\(path)/\(place)/\(certificate)"
    }
}

extension DirectoryFolder {
    /// The directory's own name among those whose certificates can be made anew.
    static let ownName = "directory"

    /// A new signing certificate over the same key.
    private func renew(
        _ files: KeyFiles,
        _ subject: SigningSubject,
        in place: String,
        _ authority: DevelopmentAuthority,
        _ life: Life
    ) throws -> String {
        let certificate = files.certificate ?? "signing.pem"
        try write(
            authority.signing(
                subject,
                keyPEM: text("\(place)/\(files.key)"),
                now: life.start,
                seconds: life.seconds
            ),
            "\(place)/\(certificate)"
        )
        return "\(path)/\(place)/\(certificate)"
    }
}

/// From when and how long new certificates count.
struct Life {
    let start: Timestamp
    let seconds: Int64

    /// Of `days` from now; a negative number of days began so long ago and has ended an hour ago.
    init(now: Timestamp, days: Int) {
        let length = Int64(min(max(days.magnitude, 1), 3_650)) * 86_400
        start = days < 0 ? now.adding(seconds: -length - 3_600) : now
        seconds = length
    }

    init(now: Timestamp) {
        start = now
        seconds = DevelopmentAuthority.participantSeconds
    }
}
