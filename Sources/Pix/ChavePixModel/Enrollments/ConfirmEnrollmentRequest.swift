public import ChaveBase
public import ChaveWire

/// The body of `POST /enrollments/{id}/confirm/`: the credential that the device made.
public struct ConfirmEnrollmentRequest: APIRequest, Redacted {
    /// The credential that the device made.
    public var confirmationData: RegistrationCredential

    /// A request with the credential that the device made.
    public init(confirmationData: RegistrationCredential) { self.confirmationData = confirmationData }

    public static let schema = Schema(
        "ConfirmEnrollmentRequest",
        "The credential that the device made.",
        [Field("confirmation_data", .object(RegistrationCredential.schema), .required, "The credential.")]
    )

    /// Reads the request; `context.allowsCrossPlatform` tells whether the enrollment's platform is BROWSER.
    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try ConfirmEnrollmentRequest.schema.check(json, in: context)
        confirmationData = try RegistrationCredential(checked: FieldReader(json).readObject("confirmation_data"))
    }

    public var json: JSONValue { ["confirmation_data": confirmationData.json] }
}
