public import ChaveWire

extension Money {
    /// Reads an amount to pay: a JSON number or a string whose text is a decimal above zero.
    ///
    /// `field` is the dotted path for the error.
    public init(decoding json: JSONValue, field: String = "amount") throws(FieldError) {
        guard let text = json.number?.text ?? json.string, let money = Money(decimal: text), money > .zero else {
            throw FieldError(
                code: json.isNull ? .null : .invalid,
                field: field,
                message: "Send \(FieldType.amount.advice)."
            )
        }
        self = money
    }

    /// The amount in the form of responses: a string with two decimals.
    public var json: JSONValue { .string(decimal) }
}
