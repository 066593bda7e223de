public import ChavePixModel

/// What an enrollment is made from.
public struct NewEnrollment: Hashable, Sendable {
    /// Who enrolls: a customer's id, or the CPF.
    public var customer: CustomerReference
    /// The person's bank, of ``PixClient/institutions()``.
    public var institution: InstitutionID
    /// The day on which the customer was created, `YYYY-MM-DD`.
    public var accountTenure: String
    /// Where the bank sends the person back to; registered for the app.
    public var callbackURL: CallbackURL
    /// A name to recognise it by; the bank's display name when there is none.
    public var name: String?
    /// The merchant's own id of the enrollment, at most 255 characters.
    public var externalID: String?

    /// Nothing is checked here; the enrollment's first step says what is wrong.
    public init(
        customer: CustomerReference,
        institution: InstitutionID,
        accountTenure: String,
        callbackURL: CallbackURL,
        name: String? = nil,
        externalID: String? = nil
    ) {
        self.customer = customer
        self.institution = institution
        self.accountTenure = accountTenure
        self.callbackURL = callbackURL
        self.name = name
        self.externalID = externalID
    }
}
