import App2App
import Testing

@Suite
struct PayloadTests {
    @Test
    func whatIsNotSaidIsMissing() {
        let payload = App2AppTokenActivationPayload(tokenReferenceID: Sample.token)
        #expect(payload.tokenReferenceID == Sample.token)
        #expect(payload.panReferenceID == nil)
        #expect(!payload.namesToken)
    }

    @Test(arguments: [
        ("2", 2), ("0", 0), ("007", 7), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), ("٣", nil),
        ("99999999999999999999", nil), (nil, nil),
    ])
    func theDeviceIndexIsANumberOrNone(_ text: String?, _ number: Int?) {
        #expect(App2AppTokenActivationPayload(deviceIndex: text).deviceIndexNumber == number)
    }

    /// Each name with its own text, in the order of the documents.
    @Test
    func theSevenTextsAreInOrder() {
        let payload = App2AppTokenActivationPayload(
            panReferenceID: "1",
            tokenRequestorID: "2",
            tokenReferenceID: "3",
            walletAccountID: "4",
            deviceID: "5",
            deviceIndex: "6"
        )
        #expect(
            payload.texts.map { "\($0.name) \($0.text ?? "-")" } == [
                "panReferenceID 1", "tokenRequestorID 2", "tokenReferenceID 3", "walletAccountID 4", "deviceID 5",
                "deviceIndex 6", "reasonCode -",
            ]
        )
    }

    @Test
    func nothingOfItIsShown() throws {
        let link = try Sample.link()
        for shown in ["\(link)", "\(link.payload)", "\(link.callback)", String(reflecting: link.payload)] {
            #expect(!shown.contains("DNITHE") && !shown.contains("V-1") && !shown.contains("wallet.example"))
        }
        var dumped = ""
        dump(link, to: &dumped)
        dump(link.payload, to: &dumped)
        #expect(!dumped.contains("DNITHE") && !dumped.contains("wallet.example"))
    }
}
