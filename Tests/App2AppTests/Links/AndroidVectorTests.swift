import App2App
import Testing

/// Android's intents in `Tests/Vectors/app2app.json`.
@Suite
struct AndroidVectorTests {
    private static let vectors = AppVectors.shared

    private func names(_ vector: AppVectors.Android) throws -> AndroidTokenActivation.Names {
        let names = try #require(Self.vectors.androidNames[vector.names])
        return .init(response: names.response, code: names.code, error: names.error)
    }

    private func expect(_ result: AndroidResult, _ expected: AppVectors.AndroidExpectation?) {
        #expect(result.code.rawValue == expected?.resultCode)
        #expect(result.extras == expected?.extras)
    }

    @Test(arguments: vectors.android.filter { $0.refusal == nil })
    func anIntentIsReadAndAnswered(_ vector: AppVectors.Android) throws {
        let intent = AndroidIntent(action: vector.action, extras: vector.extras)
        let names = try names(vector)
        let activation = try AndroidTokenActivation(intent, applicationID: vector.applicationID, names: names)
        #expect(activation.payload.said == vector.payload)
        expect(activation.result(.approved), vector.approved)
        expect(activation.result(.declined), vector.declined)
        expect(activation.result(.failure), vector.failure)
        expect(activation.result(.approved, code: Self.vectors.code), vector.approvedWithCode)
        expect(activation.result(.declined, code: Self.vectors.code), vector.declined)
    }

    @Test(arguments: vectors.android.filter { $0.refusal != nil })
    func aBadIntentIsRefusedAndCancelled(_ vector: AppVectors.Android) throws {
        let intent = AndroidIntent(action: vector.action, extras: vector.extras)
        let names = try names(vector)
        do throws(AndroidIntentRefusal) {
            _ = try AndroidTokenActivation(intent, applicationID: vector.applicationID, names: names)
            Issue.record("it was taken")
        } catch {
            #expect(error.code == vector.refusal)
            expect(AndroidTokenActivation.result(error, names: names), vector.result)
        }
    }

    @Test
    func presetsHoldTheNetworksNames() throws {
        for (name, preset) in [("visa", AndroidTokenActivation.Names.visa), ("mastercard", .mastercard)] {
            let expected = try #require(Self.vectors.androidNames[name])
            #expect(preset == .init(response: expected.response, code: expected.code, error: expected.error))
        }
    }

    @Test
    func nothingOfAnIntentIsShown() {
        let intent = AndroidIntent(action: "com.bank.app.a2a", extras: [AndroidIntent.extraText: "secret-looking"])
        var shown = "\(intent)"
        dump(intent, to: &shown)
        #expect(!shown.contains("secret-looking"))
    }
}
