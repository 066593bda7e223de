import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// An authenticator of an app's own that does not say where its passkeys are.
private struct QuietDevice: PlatformAuthenticator {
    let device: TestAuthenticator

    func makeCredential(_ options: CredentialCreationOptions) async throws(DeviceKeyError) -> CreatedCredential {
        var made = try await device.makeCredential(options)
        made.authenticatorAttachment = nil
        return made
    }

    func getAssertion(_ options: CredentialRequestOptions) async throws(DeviceKeyError) -> CredentialAssertion {
        var signed = try await device.getAssertion(options)
        signed.authenticatorAttachment = nil
        return signed
    }
}

struct UntoldAttachmentTests {
    private func shop(_ platform: DevicePlatform) -> Shop {
        var shop = Shop()
        shop.configuration = .testing(
            shop.server,
            authenticator: QuietDevice(device: shop.authenticator),
            secretStore: shop.store,
            signalCollector: TestSignalCollector(platform: platform)
        )
        return shop
    }

    @Test func anAppIsToldOfItBeforeTheBankHearsOfIt() async throws {
        let shop = shop(.ios)
        let client = shop.client()
        let error = await pixError { _ = try await shop.enrolled(client) }
        #expect(error?.code == .authenticator && error?.message.contains("authenticatorAttachment") == true)
        #expect(shop.server.count(of: .confirmEnrollment) == 0)
    }

    @Test func anAssertionIsNotCalledThisDevicesEither() async throws {
        let shop = shop(.ios)
        let enrollment = try shop.server.enroll(shop.authenticator, shop.store)
        let error = await pixError { _ = try await shop.pay(shop.client(), from: enrollment) }
        #expect(error?.code == .authenticator)
        #expect(shop.server.count(of: .authorizePaymentIntent) == 0)
    }

    @Test func aBrowsersEnrollmentNeedsNoWordOfIt() async throws {
        let shop = shop(.browser)
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        #expect(try await shop.pay(client, from: enrollment).status == .succeeded)
    }
}
