import ChavePixModel

/// The tables that several messages share.
extension Schema {
    static let ofbPerson = Schema(
        "Person",
        "A person, named by a document.",
        [.required("document", .object(ofbPersonDocument), "The person's document.")]
    )

    private static let ofbPersonDocument = Schema(
        "PersonDocument",
        "The CPF of a person.",
        [
            .required("identification", .ofbCPF, "The digits of the CPF."),
            .required("rel", .matching(pattern: "^[A-Z]{3}$", count: 0...3), "The kind of document: CPF."),
        ]
    )

    static func ofbBusiness(_ version: WireVersion) -> Schema {
        Schema(
            "Business",
            "A company, named by a document.",
            [.required("document", .object(ofbBusinessDocument(version)), "The company's document.")]
        )
    }

    private static func ofbBusinessDocument(_ version: WireVersion) -> Schema {
        Schema(
            "BusinessDocument",
            "The CNPJ of a company.",
            [
                .required("identification", .ofbCNPJ(version), "The CNPJ without punctuation."),
                .required("rel", .matching(pattern: "^[A-Z]{4}$", count: 0...4), "The kind of document: CNPJ."),
            ]
        )
    }

    static func ofbAccount(_ version: WireVersion) -> Schema {
        Schema(
            "Account",
            "An account at a bank.",
            [
                .required("ispb", .ofbISPB(version), "The bank, by its ISPB."),
                .optional(
                    "issuer",
                    .matching(pattern: "^[0-9]{1,4}$", count: 1...4),
                    "The branch, without check digit."
                ),
                .required(
                    "number",
                    .matching(pattern: "^[0-9]{1,20}$", count: 1...20),
                    "The account number with its check digit."
                ),
                .required(
                    "accountType",
                    .enumeration(["CACC", "SVGS", "TRAN"]),
                    "Current, savings or payment account."
                ),
            ]
        )
    }

    private static func ofbLinks(_ version: WireVersion) -> Schema {
        Schema(
            "Links",
            "Addresses that belong to the answer.",
            [.required("self", .ofbAddress(version), "The address of the object in the answer.")]
        )
    }

    private static let ofbMeta = Schema(
        "Meta",
        "Facts about the answer itself.",
        [.required("requestDateTime", .text(longest: 20, .anyText), "The moment of the answer, in UTC.")]
    )

    /// The payload of a request.
    static func ofbRequest(_ name: String, _ summary: String, _ data: FieldType) -> Schema {
        Schema(name, summary, [.required("data", data, "The content of the message.")])
    }

    /// The payload of an answer.
    static func ofbAnswer(_ name: String, _ summary: String, _ data: FieldType, _ version: WireVersion) -> Schema {
        Schema(
            name,
            summary,
            [
                .required("data", data, "The content of the message."),
                .required("links", .object(ofbLinks(version)), "The answer's own address."),
                .required("meta", .object(ofbMeta), "The moment of the answer."),
            ]
        )
    }

    /// The payload of an answer that has no address of its own.
    static func ofbUnlinkedAnswer(_ name: String, _ summary: String, _ data: FieldType) -> Schema {
        Schema(
            name,
            summary,
            [
                .required("data", data, "The content of the message."),
                .required("meta", .object(ofbMeta), "The moment of the answer."),
            ]
        )
    }
}

extension FieldType {
    /// The address of an object; the files of payments have a pattern, that of enrollments has none.
    fileprivate static func ofbAddress(_ version: WireVersion) -> FieldType {
        guard version != .enrollments else { return .text(longest: 2_000, .anyText) }
        let host = #"(www\.)?[-a-zA-Z0-9@:%._\+~#=]{2,256}\.[a-z]{2,6}\b"#
        return .matching(pattern: #"^(https:\/\/)?"# + host + #"([-a-zA-Z0-9@:%_\+.~#?&\/\/=]*)$"#, count: 0...2_000)
    }
}

extension Field {
    /// A member that is always present.
    static func required(_ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .required, summary)
    }

    /// A member that is present only when there is a value: Open Finance has no `null`.
    static func optional(_ name: String, _ type: FieldType, excludes: [String] = [], _ summary: String) -> Field {
        Field(name, type, .optional, isNullable: false, excludes: excludes, summary)
    }

    /// A member that stands in the place of another one.
    static func instead(of other: String, _ name: String, _ type: FieldType, _ summary: String) -> Field {
        Field(name, type, .requiredWhen(.without(other)), isNullable: false, summary)
    }
}
