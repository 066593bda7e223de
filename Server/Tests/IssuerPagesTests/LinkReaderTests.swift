import ChaveWire
import Testing

@testable import IssuerPages

/// A wallet's link as the library reads it for these pages.
@Suite struct LinkReaderTests {
    private let reader = LinkReader(
        settings: IssuerSettings(
            baseURL: IssuerStage.base,
            name: "Cartão Aurora",
            issuer: IssuerStage.issuer,
            clientID: "issuer-page",
            walletHosts: ["wallet.example"]
        )
    )

    private static func query(
        _ json: String = #"{"panReferenceID":"V-1","tokenReferenceID":"DNITHE1","deviceIndex":2,"other":"x"}"#,
        _ callback: String = "http%3A%2F%2Flocalhost%3A8080%2Fwallet%2Freturn%2F1",
        names: (String, String) = ("a2apayload", "wpcallback")
    ) -> String {
        "\(names.0)=\(Base64URL.encode(Array(json.utf8)))&\(names.1)=\(callback)"
    }

    @Test func aLinkIsReadWithTheNamesOfItsNetwork() throws {
        let visa = try reader.read(Self.query())
        #expect(visa.answers.approved == "http://localhost:8080/wallet/return/1?stepupresponse=approved")
        #expect(visa.payload["deviceIndex"]?.string == "2" && visa.payload["other"] == nil)
        let mastercard = try reader.read(Self.query(names: ("iOS.deeplinkURL.extra.TEXT", "callBackURL")))
        let answer = "http://localhost:8080/wallet/return/1?issuerMobileAppAuthResponse=declined"
        #expect(mastercard.answers.declined == answer)
        #expect(visa.digest != mastercard.digest)
    }

    @Test(arguments: [
        "http%3A%2F%2Flocalhost%3A9090%2Fwallet", "javascript%3Aalert(1)", "https%3A%2F%2Fevil.example%2F",
        "http%3A%2F%2Fevil.example%2F", "http%3A%2F%2Flocalhost%3A8080%2Fissuer%2Fa2a",
        "https%3A%2F%2Fwallet.example%40evil.example%2F", "data%3Atext%2Fhtml%2Cx", "tel%3A1",
    ])
    func aForeignCallbackIsNeverAnswered(_ callback: String) {
        let refusal = #expect(throws: LaunchRefusal.self) { try reader.read(Self.query("{}", callback)) }
        #expect(refusal?.code.hasPrefix("callback") == true && refusal?.answer == nil)
    }

    @Test func aBadPayloadIsAFailureForItsWallet() {
        for json in ["", "{", "[]", #"{"a":1,"a":2}"#, #"{"panReferenceID":"V-1"}"#] {
            let refusal = #expect(throws: LaunchRefusal.self) { try reader.read(Self.query(json)) }
            #expect(refusal?.answer == "http://localhost:8080/wallet/return/1?stepupresponse=failure", "\(json)")
        }
    }

    @Test func aWalletOfAnotherHostIsAnsweredWhereItIsNamed() throws {
        let payload = #"{"tokenRequestorID":"1","tokenReferenceID":"2"}"#
        let launch = try reader.read(Self.query(payload, "https%3A%2F%2Fwallet.example%2Fr%3Fa%3D1"))
        #expect(launch.answers.failure == "https://wallet.example/r?a=1&stepupresponse=failure")
    }
}
