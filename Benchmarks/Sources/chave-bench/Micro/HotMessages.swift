import ChaveBase

/// The bodies of one payment on the wire.
enum HotMessages {
    /// The request that creates the payment.
    static let create = Array(
        """
        {"amount":"1.10","allowed_payment_method_types":["open_finance_biometric_pix"],\
        "customer":"01a20737-3ef3-7c8b-ae84-a14687da227f","description":"Order 1047","statement_description":"Shop",\
        "payment_method_details":{"open_finance_biometric_pix":{\
        "beneficiary_bank_account":"01a20737-3e4c-7b0a-ba36-2f925da0c4d2",\
        "enrollment":"01a20737-3ef4-7031-ab26-0bf7e4d9d27a"}},"confirm":true}
        """.utf8
    )

    /// The request that approves the payment.
    static func authorize(_ sample: AssertionSample) -> [UInt8] {
        let (response, id) = (sample.response, sample.response.id)
        let text = """
            {"risk_signals":{"deviceId":"b2f218e54d21b7b5","osVersion":"18.1","userTimeZoneOffset":"-03",\
            "language":"pt","screenDimensions":{"height":2556,"width":1179},"accountTenure":"2024-01-15",\
            "isRootedDevice":false,"screenBrightness":0.5,"elapsedTimeSinceBoot":123456789},\
            "assertion":{"authenticatorAttachment":"platform","id":"\(id)","rawId":"\(id)","type":"public-key",\
            "response":{"authenticatorData":"\(Base64URL.encode(response.authenticatorData))",\
            "clientDataJSON":"\(Base64URL.encode(response.clientDataJSON))",\
            "signature":"\(Base64URL.encode(response.signature))",\
            "userHandle":"\(Base64URL.encode([UInt8](repeating: 5, count: 16)))"},"clientExtensionResults":{}}}
            """
        return Array(text.utf8)
    }

    /// The response to the first request, with the challenge to sign.
    static let intent: [UInt8] = {
        let challenge = Base64URL.encode([UInt8](repeating: 9, count: 32))
        let credential = Base64URL.encode([UInt8](repeating: 3, count: 32))
        let text = """
            {"id":"01a20737-3f97-717c-8b93-20d6345c1bbc","created_by":"01a20737-3e4a-7bf3-8616-671e6e789632",\
            "created_by_type":"sdk","created_at":"2026-11-23T07:03:10.999093Z",\
            "updated_at":"2026-11-23T07:03:11.016833Z","external_id":null,"metadata":{},"amount":"1.10",\
            "currency":"BRL","customer":"01a20737-3ef3-7c8b-ae84-a14687da227f","description":"Order 1047",\
            "statement_description":"Shop","status":"PENDING","failure_code":null,"failure_message":null,\
            "allowed_payment_method_types":["open_finance_biometric_pix"],\
            "selected_payment_method_type":"open_finance_biometric_pix","payment_method_details":{\
            "open_finance_biometric_pix":{"beneficiary_bank_account":"01a20737-3e4c-7b0a-ba36-2f925da0c4d2",\
            "enrollment":"01a20737-3ef4-7031-ab26-0bf7e4d9d27a"}},"payment_method_information":{\
            "open_finance_biometric_pix":{"provider":"chave",\
            "consent_id":"urn:sandboxbank:consent:01a20737-3fa0-7218-8d38-b82a2ecacfe7",\
            "fido_options":{"rpId":"localhost","timeout":300000,"challenge":"\(challenge)",\
            "allowCredentials":[{"id":"\(credential)","type":"public-key"}],"userVerification":"required"},\
            "end_to_end_id":"E99999999202611230703hL1MX9hUILw",\
            "external_payment_id":"01a20737-3f97-7570-a340-209bcdf4ffdf",\
            "provider_request_id":"01a20737-3f97-7591-8d14-d970fd25f1d1"}},"charges":[{\
            "id":"01a20737-3f97-75d2-9020-9f8dea53cc8f","created_at":"2026-11-23T07:03:10.999093Z",\
            "updated_at":"2026-11-23T07:03:11.016833Z","payment_intent":"01a20737-3f97-717c-8b93-20d6345c1bbc",\
            "customer":"01a20737-3ef3-7c8b-ae84-a14687da227f","amount":"1.10","currency":"BRL",\
            "description":"Order 1047","statement_description":"Shop","status":"PENDING","failure_code":null,\
            "failure_message":null,"payment_method_type":"open_finance_biometric_pix","payer_information":{\
            "bank_account":{"institution_id":"01936a5c-8000-7000-8000-00005a4d0001","agency":"0001",\
            "number":"*****0117","account_type":"CHECKINGS"}},"transactions":[]}]}
            """
        return Array(text.utf8)
    }()
}
