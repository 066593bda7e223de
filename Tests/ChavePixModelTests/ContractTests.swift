import ChaveBase
import ChavePixModel
import Testing

/// The tables once more, written by hand from the contract: a slip in a table is seen here.
struct ContractTests {
    @Test(arguments: [
        (CreateEnrollmentRequest.schema, "type! external_id? metadata? details!"),
        (CompleteRedirectionRequest.schema, "state! code~ id_token~ error? error_description? enrollment?"),
        (ConfirmEnrollmentRequest.schema, "confirmation_data!"),
        (
            CreatePaymentIntentRequest.schema,
            "amount! currency? allowed_payment_method_types! customer! description! statement_description! "
                + "payment_method_details! schedule? confirm! external_id? metadata?"
        ),
        (PaymentSchedule.schema, "single~ daily? weekly? monthly? custom? additional_information?"),
        (AuthorizePaymentIntentRequest.schema, "platform? risk_signals! assertion!"),
        (CreateCustomerRequest.schema, "identifier! name! email? phone? address? external_id?"),
        (UpdateCustomerRequest.schema, "name? email? phone? address? external_id?"),
        (CreateBankAccountRequest.schema, "institution! holder! details!"),
        (UpdateBankAccountRequest.schema, "active!"),
        (CreateAppRequest.schema, "platform! app_id! callback_urls! sha256_cert_fingerprints?"),
        (CreateAPIKeyRequest.schema, "label! role?"),
        (WidgetTokenRequest.schema, "customer?"), (RefreshTokenRequest.schema, "refresh!"),
        (CustomerReference.schema, "identifier! name? external_id?"),
        (RegistrationCredential.schema, "authenticatorAttachment~ id! rawId! type! response! clientExtensionResults?"),
        (AssertionCredential.schema, "authenticatorAttachment~ id! rawId! type! response! clientExtensionResults?"),
        (
            RiskSignals.schema,
            "deviceId! osVersion! userTimeZoneOffset! language! screenDimensions! accountTenure! isRootedDevice~ "
                + "screenBrightness~ elapsedTimeSinceBoot~ geolocation? isCallInProgress? isDevModeEnabled? isMockGPS~ "
                + "isEmulated? isMonkeyRunner? isCharging? antennaInformation? isUsbConnected? integrity?"
        ),
    ])
    func membersAreRequiredOrNot(schema: Schema, outline: String) {
        let found = schema.fields.map { field -> String in
            switch field.presence {
            case .required: "\(field.name)!"
            case .optional: "\(field.name)?"
            case .requiredWhen: "\(field.name)~"
            }
        }
        #expect(found.joined(separator: " ") == outline)
    }

    @Test(arguments: [
        ("external_id", 255), ("name", 140), ("description", 140), ("statement_description", 140),
    ])
    func textsAreLimitedAlikeEverywhere(name: String, longest: Int) {
        for schema in MessageCatalogue.requests {
            for field in allFields(of: schema) where field.name == name {
                #expect(field.type == .text(longest: longest), "\(schema.name).\(name)")
            }
        }
    }

    @Test func metadataIsLimitedAlikeEverywhere() {
        for schema in MessageCatalogue.requests {
            for field in allFields(of: schema) where field.name == "metadata" {
                // What is changed may remove fifty notes and set fifty others.
                let isChange = field.type == .mapChanges(count: 100, longestName: 40, longestValue: 500)
                let isWhole = field.type == .map(count: 50, longestName: 40, longestValue: 500)
                #expect(schema.name == "UpdatePaymentIntentRequest" ? isChange : isWhole, "\(schema.name)")
            }
        }
    }

    private func allFields(of schema: Schema) -> [Field] {
        schema.fields.flatMap { field -> [Field] in
            switch field.type {
            case .object(let inner), .reference(let inner): [field] + allFields(of: inner)
            case .variant(_, let variants): [field] + variants.flatMap { allFields(of: $0.schema) }
            default: [field]
            }
        }
    }
}
