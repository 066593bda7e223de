package import ChavePixModel
package import ChaveWire
package import InstitutionPort

/// A call as it reached a bank, read back from the wire into the port's words.
package struct BankArrival: Hashable, Sendable {
    package var institution: InstitutionID
    package var operation: InstitutionOperation
    /// The enrollment, consent or payment of the path; empty where the path has none.
    package var subject: String
    /// The enrollment's access token; `nil` for a call with the client's own credentials.
    package var accessToken: String?
    package var idempotencyKey: String?
    /// `nil` where the wire carries none, as at an authorization server.
    package var interactionID: String?
    /// The interface that was called: what the text of the call's route stands for.
    package var way: String
    /// The message without its envelope; `nil` where there was none.
    package var body: JSONValue?

    package init(
        institution: InstitutionID,
        operation: InstitutionOperation,
        subject: String,
        accessToken: String?,
        idempotencyKey: String?,
        interactionID: String?,
        way: String,
        body: JSONValue?
    ) {
        self.institution = institution
        self.operation = operation
        self.subject = subject
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.interactionID = interactionID
        self.way = way
        self.body = body
    }

    /// The difference to the call that was sent; `nil` when the bank got exactly that.
    func difference(to call: InstitutionCall) -> String? {
        if institution != call.institution { return "it reached another institution" }
        if operation != call.operation { return "it arrived as \(operation.rawValue)" }
        if subject != call.subject { return "its subject is another" }
        if accessToken != call.accessToken { return "its token is another" }
        if idempotencyKey != call.idempotencyKey { return "its idempotency key is another" }
        if let interactionID, interactionID.lowercased() != call.interactionID.lowercased() {
            return "its interaction id is another"
        }
        if interactionID == nil, !operation.isOfAuthorizationServer { return "it has no interaction id" }
        let sent = call.body.isEmpty ? nil : try? JSONValue(parsing: call.body)
        return body?.withoutClient == sent?.withoutClient ? nil : "its body is another"
    }
}

extension JSONValue {
    /// The client id at the bank is the connector's to know.
    fileprivate var withoutClient: JSONValue {
        guard var object else { return self }
        object["client_id"] = nil
        return .object(object)
    }
}

extension InstitutionOperation {
    /// Whether OAuth's endpoints serve it: they have errors of their own, and take no key.
    package var isOfAuthorizationServer: Bool { [.pushAuthorization, .exchangeCode, .refreshToken].contains(self) }

    /// Whether its path names an enrollment, a consent or a payment.
    package var hasSubject: Bool {
        !isOfAuthorizationServer && ![.createEnrollment, .createConsent, .createPayment].contains(self)
    }

    /// Whether the call has the enrollment's token (Open Finance Brasil: grant `authorization_code`).
    package var hasEnrollmentToken: Bool {
        [.registrationOptions, .register, .authoriseConsent, .createPayment].contains(self)
    }
}
