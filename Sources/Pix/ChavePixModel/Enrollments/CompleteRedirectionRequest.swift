public import ChaveBase
public import ChaveWire

/// The body of `POST /enrollments/complete-redirection/`: the callback's parameters, as they came.
public struct CompleteRedirectionRequest: APIRequest, Redacted {
    /// The parameters of the bank's callback.
    public var parameters: RedirectionParameters
    /// The enrollment of the person's own session; a merchant's server sends it.
    public var enrollment: EnrollmentID?

    /// A request that needs `enrollment` with an API key; a device's token replaces `enrollment`.
    public init(parameters: RedirectionParameters, enrollment: EnrollmentID? = nil) {
        self.parameters = parameters
        self.enrollment = enrollment
    }

    public static let schema = Schema(
        "CompleteRedirectionRequest",
        "The callback's parameters: state, code and id_token, or state, error and error_description.",
        RedirectionParameters.fields + [
            // The table refuses null: a session without an enrollment must not pass for a session that was compared.
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
