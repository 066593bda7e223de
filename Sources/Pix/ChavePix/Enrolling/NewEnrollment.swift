public import ChavePixModel

/// The data for a new enrollment.
public struct NewEnrollment: Hashable, Sendable {
    /// The payer who enrolls: a customer's id, or the CPF.
    public var customer: CustomerReference
    /// The person's bank, from ``PixClient/institutions()``.
    public var institution: InstitutionID
    /// The day on which the customer was created, `YYYY-MM-DD`.
    public var accountTenure: String
    /// The URL to which the bank sends the person back; it must be registered for the app.
    public var callbackURL: CallbackURL
    /// A name to recognise the enrollment by; `nil` means the bank's display name.
    public var name: String?
    /// The merchant's own id of the enrollment, at most 255 characters.
    public var externalID: String?

    /// The data as given; the enrollment's first step checks it and reports errors.
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
