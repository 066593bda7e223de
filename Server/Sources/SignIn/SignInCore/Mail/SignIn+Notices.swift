extension SignIn {
    /// Hands a mail over to a person of the tenant, at the address that they have now.
    ///
    /// - Returns: whether there is anybody to tell: a person who was deleted has no address any more.
    /// - Throws: ``MailFault`` where the mail was not taken; sending it again is harmless.
    public func mail(
        _ user: String,
        of tenant: TenantID,
        subject: String,
        text: String
    ) async throws -> Bool {
        guard let found = try await records.find(User.self, user, of: tenant)?.record, found.status != .deleted else {
            return false
        }
        try await mail.send(Mail(recipient: found.email, subject: subject, text: text))
        return true
    }
}
