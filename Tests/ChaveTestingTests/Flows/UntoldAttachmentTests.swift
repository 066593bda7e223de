import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

@testable import ChaveDeviceKeys

/// A device whose system does not say where its passkeys are, as those before iOS 16.6.
private struct QuietDevice: PlatformAuthenticator {
    let device: TestAuthenticator
    /// Whether what the system left out is read as this device's own passkeys read it.
    let isRead: Bool

    func makeCredential(_ options: CredentialCreationOptions) async throws(DeviceKeyError) -> CreatedCredential {
        var made = try await device.makeCredential(options)
        made.authenticatorAttachment = nil
        guard isRead else { return made }
        let content = PasskeyAnswer.Content.registration(attestationObject: made.attestationObject)
        let answer = PasskeyAnswer(id: made.id, clientDataJSON: made.clientDataJSON, attachment: nil, content: content)
        return try answer.created(reportingProperties: false)
    }

    func getAssertion(_ options: CredentialRequestOptions) async throws(DeviceKeyError) -> CredentialAssertion {
        var signed = try await device.getAssertion(options)
        signed.authenticatorAttachment = nil
        guard isRead else { return signed }
        let content = PasskeyAnswer.Content.assertion(
            authenticatorData: signed.authenticatorData,
            signature: signed.signature,
            userHandle: signed.userHandle
        )
        return try PasskeyAnswer(
            id: signed.id,
            clientDataJSON: signed.clientDataJSON,
            attachment: nil,
            content: content
        ).asserted()
    }
}

struct UntoldAttachmentTests {
    private func shop(isRead: Bool) -> Shop {
        var shop = Shop()
        let device = QuietDevice(device: shop.authenticator, isRead: isRead)
        shop.configuration = .testing(shop.server, authenticator: device, secretStore: shop.store)
        return shop
    }

    @Test func aDeviceThatDoesNotTellEnrollsAndPays() async throws {
        let shop = shop(isRead: true)
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        #expect(try await shop.pay(client, from: enrollment).status == .succeeded)
    }

    @Test func theServerTakesNoCredentialThatDoesNotTell() async throws {
        let shop = shop(isRead: false)
        let client = shop.client()
        await #expect(throws: PixError.self) { _ = try await shop.enrolled(client) }
    }
}
