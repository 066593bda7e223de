import ChavePixModel

/// The types of Open Finance Brasil, by pattern and length as its OpenAPI files write them.
extension FieldType {
    /// The URN of an enrollment or a consent.
    static let ofbURN = FieldType.matching(
        pattern: #"^urn:[a-zA-Z0-9][a-zA-Z0-9\-]{0,31}:[a-zA-Z0-9()+,\-.:=@;$_!*'%\/?#]+$"#,
        count: 0...256
    )
    /// A moment in UTC, to the second.
    static let ofbMoment = FieldType.matching(
        pattern:
            #"^(\d{4})-(1[0-2]|0?[1-9])-(3[01]|[12][0-9]|0?[1-9])T(?:[01]\d|2[0123]):(?:[012345]\d):(?:[012345]\d)Z$"#,
        count: 0...20
    )
    /// `YYYY-MM-DD`.
    static let ofbDay = FieldType.matching(
        pattern: #"^(\d{4})-(1[0-2]|0?[1-9])-(3[01]|[12][0-9]|0?[1-9])$"#,
        count: 0...10
    )
    /// Reais with two decimals.
    static let ofbAmount = FieldType.matching(pattern: #"^((\d{1,16}\.\d{2}))$"#, count: 4...19)
    /// A currency of ISO 4217.
    static let ofbCurrency = FieldType.matching(pattern: "^([A-Z]{3})$", count: 0...3)
    /// A municipality by its number at IBGE.
    static let ofbTown = FieldType.matching(pattern: #"^\d{7}$"#, count: 7...7)
    /// A person's CPF.
    static let ofbCPF = FieldType.matching(pattern: #"^\d{11}$"#, count: 0...11)
    /// The id that the bank gave a payment.
    static let ofbPaymentID = FieldType.matching(pattern: #"^[a-zA-Z0-9][a-zA-Z0-9\-]{0,99}$"#, count: 1...100)
    /// The identification that the receiver gave a charge.
    static let ofbTransactionID = FieldType.matching(pattern: "^[a-zA-Z0-9]{1,35}$", count: 0...35)
    /// A compact JWS.
    static let ofbSignedPayload = FieldType.matching(
        pattern: #"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"#,
        count: 0...16_384
    )
    /// The flow by which a payment was authorised.
    static let ofbAuthorisationFlow = FieldType.enumeration(["HYBRID_FLOW", "CIBA_FLOW", "FIDO_FLOW"])
    /// The participant that ended something.
    static let ofbCancelledFrom = FieldType.enumeration(["INICIADORA", "DETENTORA"])

    /// Any text, up to a number of characters.
    static func ofbText(atMost count: Int) -> FieldType { .matching(pattern: #"[\w\W\s]*"#, count: 0...count) }
}

/// The types without bounds in Open Finance's files; the bounds are those of the bank's own readers.
extension FieldType {
    /// A text, also an empty one.
    static let ofbWord = FieldType.text(longest: 2_048, .anyText)
    /// A keyword of WebAuthn.
    static let ofbKeyword = FieldType.text(longest: 32, .anyText)
    /// The name of a host.
    static let ofbHost = FieldType.text(longest: 253, .anyText)
    /// The id of a credential: up to 1023 bytes in base64url.
    static let ofbCredentialID = FieldType.text(longest: 1_364, .anyText)
    /// Bytes of WebAuthn in base64url.
    static let ofbBytes = FieldType.text(longest: 49_152, .anyText)
    /// A whole number.
    static let ofbNumber = FieldType.integer(Int64.min...Int64.max)
    /// A measurement.
    static let ofbMeasure = FieldType.decimal(minimum: nil, maximum: nil)

    /// A list with at least so many elements.
    static func ofbList(of element: FieldType, atLeast fewest: Int = 0, atMost most: Int = 100) -> FieldType {
        .array(element, count: fewest...most, takesSingleValue: false)
    }
}

/// The types that depend on the version: since payments 5, identifiers of companies and banks may have letters.
extension FieldType {
    static func ofbCNPJ(_ version: WireVersion) -> FieldType {
        .matching(pattern: version.takesLetters ? "^[0-9A-Z]{12}[0-9]{2}$" : #"^\d{14}$"#, count: 0...14)
    }

    /// A CPF or a CNPJ.
    static func ofbTaxNumber(_ version: WireVersion) -> FieldType {
        .matching(
            pattern: version.takesLetters ? "^([0-9]{11})$|^([0-9A-Z]{12}[0-9]{2})$" : #"^\d{11}$|^\d{14}$"#,
            count: 11...14
        )
    }

    /// A bank's number in the payment system.
    static func ofbISPB(_ version: WireVersion) -> FieldType {
        .matching(pattern: version.takesLetters ? "^[0-9A-Z]{8}$" : "^[0-9]{8}$", count: 8...8)
    }

    /// A Pix payment's id: the bank, the minute and eleven characters.
    static func ofbEndToEndID(_ version: WireVersion) -> FieldType {
        let bank = version.takesLetters ? "[0-9A-Z]" : "[0-9]"
        let day = "([0-9]{4})(0[1-9]|1[0-2])(0[1-9]|[1-2][0-9]|3[0-1])"
        let minute = "(2[0-3]|[01][0-9])([0-5][0-9])"
        return .matching(pattern: "^([E])(\(bank){8})\(day)\(minute)([a-zA-Z0-9]{11})$", count: 32...32)
    }

    /// The name of the receiver.
    static func ofbCreditorName(_ version: WireVersion) -> FieldType {
        version.takesLetters
            ? .matching(pattern: #"^[\u0020-\u007E\u00A1-\u00FF]+$"#, count: 0...150)
            : .matching(pattern: #"^([A-Za-zÀ-ÖØ-öø-ÿ,.@:&*+_<>()!?/\\$%\d' -]+)$"#, count: 0...120)
    }

    /// The way in which the receiver was named.
    static func ofbLocalInstrument(_ version: WireVersion) -> FieldType {
        let common = ["MANU", "DICT", "QRDN", "QRES", "INIC"]
        return .enumeration(version == .payments4 ? common : common + ["APES", "APDN"])
    }
}

extension WireVersion {
    /// Whether CNPJ and ISPB may have letters.
    var takesLetters: Bool { self != .payments4 }
}
