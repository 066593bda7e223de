import ChaveBase
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
            walletHosts: ["wallet.example"],
            ownReturnPath: "/wallet/return/"
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

    /// An answer opens no page of this host but the wallet's own: neither another site's nor one by a detour.
    @Test(arguments: [
        "", "/", "?a=1", "/wallet", "/wallet/return/", "/wallet/return/?a=1", "/wallet/returns/1", "/wallet/return/1/x",
        "/wallet/return/..", "/wallet/return/../leave", "/wallet/return/%2e%2e", "/wallet/return/1%2F..", "/issuer",
        "/issuer/signed-in?code=x", "/issuer/sign-in", "//wallet/return/1",
    ])
    func noOtherPageOfThisHostIsOpened(_ path: String) {
        let escaped = path.utf8.map { "%\(String($0, radix: 16, uppercase: true))" }.joined()
        let address = "http%3A%2F%2Flocalhost%3A8080\(escaped)"
        for json in [#"{"tokenRequestorID":"1","tokenReferenceID":"2"}"#, "{"] {
            let refusal = #expect(throws: LaunchRefusal.self) { try reader.read(Self.query(json, address)) }
            #expect(refusal == LaunchRefusal(code: "callback_own_address", answer: nil), "\(path)")
        }
    }

    @Test func thePagesStandWhereALinkCanNameThem() {
        for base in ["http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:8080", "https://pay.example"] {
            #expect(IssuerSettings.canStand(at: base), "\(base)")
        }
        for base in [
            "http://localhost", "http://pay.example:8080", "https://pay.example:8443", "https://localhost:8443",
            "https://", "https://pay.example/x", "https://[::1]", "pay.example", "",
        ] {
            #expect(!IssuerSettings.canStand(at: base), "\(base)")
        }
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
