import NIOSSL
public import OpenFinanceClient

/// Examines the platform's file of `--open-finance`: each key and certificate that it names, and their dates.
public struct PlatformExamination: Sendable {
    private let path: String

    public init(_ path: String) { self.path = path }

    /// Tells the result for each file, and asks nobody else.
    ///
    /// - Returns: the participant, if a server could start with it.
    public func examine(_ say: ExaminationListener) -> PlatformParticipant? {
        let files: PlatformFiles
        do throws(FileProblem) {
            files = try PlatformFiles(path)
            say(ExaminedStep("file", .holds(path)))
        } catch {
            say(ExaminedStep("file", .fails(error.description)))
            return nil
        }
        let file = files.file
        certificate(files.transportCertificate, "transport certificate", say) { () throws(FileProblem) in
            let chain = try files.transport().chain
            _ = try files.clientTLS(chain)
            return chain
        }
        certificate(files.path(file.directory.authority), "trusted roots", say) { () throws(FileProblem) in
            try files.authority()
        }
        for each in file.signing.all {
            key(each, "signing key", files, say) { () throws(FileProblem) in _ = try files.signingKey(each) }
        }
        for each in file.signing.all {
            guard let name = each.certificate else { continue }
            certificate(files.path(name), "signing certificate", say) { () throws(FileProblem) in
                try files.certificate(name, of: each)
            }
        }
        for each in file.client.all {
            key(each, "client key", files, say) { () throws(FileProblem) in _ = try files.key(each) }
        }
        for each in file.encryption.all {
            key(each, "encryption key", files, say) { () throws(FileProblem) in _ = try files.decryptionKey(each) }
        }
        webhooks(files, say)
        return try? PlatformParticipant(file: path)
    }

    private func webhooks(_ files: PlatformFiles, _ say: ExaminationListener) {
        let name = "webhook certificate"
        guard let server = files.file.server else {
            let isSilent = files.file.webhookURIs.isEmpty
            let reason = isSilent ? "no webhook_uris in the file" : "no server in the file: no webhook is heard"
            return say(ExaminedStep(name, .skipped(reason)))
        }
        let path = files.path(server.certificate ?? "server.pem")
        certificate(path, name, say) { () throws(FileProblem) in
            _ = try files.webhookTLS()
            return try CertificateFile.certificates(path)
        }
    }

    private func certificate(
        _ path: String,
        _ name: String,
        _ say: ExaminationListener,
        _ open: () throws(FileProblem) -> [NIOSSLCertificate]
    ) {
        do throws(FileProblem) {
            let chain = try open()
            if let warning = CertificateFile.warning(chain) {
                return say(ExaminedStep(name, .fails("\(path): \(warning)")))
            }
            say(ExaminedStep(name, .holds("\(path), for \(CertificateFile.daysLeft(chain) ?? 0) days")))
        } catch {
            say(ExaminedStep(name, .fails(error.description)))
        }
    }

    private func key(
        _ each: OpenFinanceFile.Keys,
        _ name: String,
        _ files: PlatformFiles,
        _ say: ExaminationListener,
        _ open: () throws(FileProblem) -> Void
    ) {
        do throws(FileProblem) {
            try open()
            say(ExaminedStep(name, .holds("\(files.path(each.key)), kid \(each.kid ?? "")")))
        } catch {
            say(ExaminedStep(name, .fails(error.description)))
        }
    }
}
