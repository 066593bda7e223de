public import ChaveBase
public import ChaveWire

/// The body of `POST /enrollments/complete-redirection/`: the callback's parameters, as they came.
public struct CompleteRedirectionRequest: APIRequest, Redacted {
    /// What the bank's callback brought.
    public var parameters: RedirectionParameters
    /// From a merchant's server: the enrollment that the person's own session belongs to.
    public var enrollment: EnrollmentID?

    /// With an API key `enrollment` is needed; a device's token stands for it.
    public init(parameters: RedirectionParameters, enrollment: EnrollmentID? = nil) {
        self.parameters = parameters
        self.enrollment = enrollment
    }

    public static let schema = Schema(
        "CompleteRedirectionRequest",
        "The callback's parameters: state, code and id_token, or state, error and error_description.",
        RedirectionParameters.fields + [
            // Not null: a session without an enrollment must not pass for one that was compared.
            Field(
                "enrollment",
                .uuid,
                .optional,
                isNullable: false,
                "The enrollment of the person's own session; must match state."
            )
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CompleteRedirectionRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        parameters = try RedirectionParameters(checked: reader)
        enrollment = reader.find("enrollment")
    }

    public var json: JSONValue {
        var object = JSONObject()
        for item in parameters.items { object.write(item.name, item.value) }
        object.writeIfAny("enrollment", enrollment)
        return .object(object)
    }
}
