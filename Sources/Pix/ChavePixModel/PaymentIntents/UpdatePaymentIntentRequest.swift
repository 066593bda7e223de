public import ChaveWire

/// The body of `PATCH /payment-intents/{id}/`: changes the merchant's notes, and nothing that the payer has agreed to.
public struct UpdatePaymentIntentRequest: APIRequest {
    /// The changes to the notes.
    public var metadata: MetadataChanges

    /// A request that changes the notes.
    public init(metadata: MetadataChanges) { self.metadata = metadata }

    public static let schema = Schema(
        "UpdatePaymentIntentRequest",
        "What changes of a payment intent: its metadata. Any other member that a payment intent has is refused.",
        [
            Field(
                "metadata",
                .metadataChanges,
                .required,
                isNullable: true,
                "What is named is set, or removed by null or an empty string; the rest stays. null removes all. "
                    + "At most 50 names stand afterwards."
            )
        ],
        refusing: refused
    )

    /// The names of all other members of a payment intent or of the request that creates one.
    private static var refused: [String] {
        let names = PaymentIntentResource.schema.fields.map(\.name)
        let others = CreatePaymentIntentRequest.schema.fields.map(\.name).filter { !names.contains($0) }
        return (names + others).filter { $0 != "metadata" }
    }

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try UpdatePaymentIntentRequest.schema.check(json, in: context)
        metadata = MetadataChanges(json: json["metadata"])
    }

    public var json: JSONValue { JSONValue(dictionaryLiteral: ("metadata", metadata.json)) }
}
