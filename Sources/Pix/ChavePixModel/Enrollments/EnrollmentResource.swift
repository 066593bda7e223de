public import ChaveBase
public import ChaveWire

/// The tie between a device, a payer and a bank, as the API returns it.
public struct EnrollmentResource: APIMessage {
    /// The enrollment's id.
    public var id: EnrollmentID
    /// The creator of the enrollment, at most 255 characters.
    public var createdBy: String?
    /// The kind of credentials that created the enrollment.
    public var createdByType: CreatorType?
    /// The creation time of the enrollment.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The kind of enrollment.
    public var type: PaymentMethodType
    /// The status of the enrollment.
    public var status: EnrollmentStatus
    /// The reason for the failure or the cancellation.
    public var statusReasonCode: StatusReasonCode?
    /// The reason in words, at most 255 characters.
    public var statusReasonMessage: String?
    /// The merchant's own id of the enrollment, at most 255 characters.
    public var externalID: String?
    /// The merchant's notes.
    public var metadata: Metadata
    /// The details of the device, the payer and the bank.
    public var details: EnrollmentDetails

    /// An answer of these members.
    public init(
        id: EnrollmentID,
        createdBy: String?,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        status: EnrollmentStatus,
        statusReasonCode: StatusReasonCode? = nil,
        statusReasonMessage: String? = nil,
        externalID: String? = nil,
        metadata: Metadata = Metadata(),
        details: EnrollmentDetails
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        type = .openFinanceBiometricPix
        self.status = status
        self.statusReasonCode = statusReasonCode
        self.statusReasonMessage = statusReasonMessage
        self.externalID = externalID
        self.metadata = metadata
        self.details = details
    }

    public static let schema = Schema(
        "Enrollment",
        "The tie between a device, a payer and a bank.",
        [
            .always("id", .uuid, "The enrollment's id."),
            .orNull("created_by", .text(longest: 255), "Who created it."),
            .orNull("created_by_type", CreatorType.fieldType, "Whose credentials created it."),
            .always("created_at", .timestamp, "When it was created."),
            .always("updated_at", .timestamp, "When it changed last."),
            .always("type", PaymentMethodType.fieldType, "The kind of enrollment."),
            .always("status", EnrollmentStatus.fieldType, "Where it stands."),
            .orNull("status_reason_code", StatusReasonCode.fieldType, "Why it failed or was cancelled."),
            .orNull("status_reason_message", .text(longest: 255), "The reason in words."),
            .orNull("external_id", .text(longest: 255), "The merchant's own id of the enrollment."),
            .always("metadata", .metadata, "The merchant's notes."),
            .always("details", .object(EnrollmentDetails.schema), "The bank's side."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdBy = reader.find("created_by")
        createdByType = reader.find("created_by_type")
        createdAt = try reader.read("created_at")
        updatedAt = try reader.read("updated_at")
        type = reader.find("type") ?? .openFinanceBiometricPix
        status = try reader.read("status")
        statusReasonCode = reader.find("status_reason_code")
        statusReasonMessage = reader.find("status_reason_message")
        externalID = reader.find("external_id")
        metadata = reader.find("metadata") ?? Metadata()
        details = try EnrollmentDetails(reader: reader.readObject("details"))
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_by", createdBy)
        object.write("created_by_type", createdByType)
        object.write("created_at", createdAt)
        object.write("updated_at", updatedAt)
        object.write("type", type)
        object.write("status", status)
        object.write("status_reason_code", statusReasonCode)
        object.write("status_reason_message", statusReasonMessage)
        object.write("external_id", externalID)
        object["metadata"] = metadata.json
        object["details"] = details.json
        return .object(object)
    }
}
