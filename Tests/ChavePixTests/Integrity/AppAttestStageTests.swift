import Testing

@testable import ChavePix

@Suite struct AppAttestStageTests {
    private static let challenge = [UInt8](0..<32)

    @Test(arguments: [
        AppAttestStage.made(key: "k+/="),
        .asked(key: "k", challenge: challenge),
        .attested(key: "k", challenge: challenge, object: Array(repeating: 9, count: 8_000)),
        .known(key: "k"),
    ])
    func eachStageIsReadAsItWasKept(_ stage: AppAttestStage) {
        #expect(AppAttestStage(stored: stage.stored) == stage)
    }

    @Test func noKeyIsNotKept() {
        #expect(AppAttestStage.noKey.stored == nil)
        #expect(AppAttestStage(stored: nil) == .noKey)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"key":""}"#, #"{"key":3}"#, #"{"known":true}"#])
    func whatIsNoStageCountsAsNoKey(_ text: String) {
        #expect(AppAttestStage(stored: Array(text.utf8)) == .noKey)
    }

    @Test(arguments: [
        (#"{"key":"k","challenge":"!"}"#, AppAttestStage.made(key: "k")),
        (#"{"key":"k","object":"AA"}"#, .made(key: "k")),
        (#"{"key":"k","challenge":"AA","object":"!"}"#, .asked(key: "k", challenge: [0])),
        (#"{"key":"k","known":false}"#, .made(key: "k")),
    ])
    func aDamagedPartIsMadeAnewAndTheKeyStays(_ text: String, _ stage: AppAttestStage) {
        #expect(AppAttestStage(stored: Array(text.utf8)) == stage)
    }
}
