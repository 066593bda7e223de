import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

@testable import Webhooks

/// W-3: what signs after several rotations.
@Suite struct RotationTests {
    private let start = StorageSample.start
    private let day = WebhookEndpoint.rotationSeconds

    private func sealed(_ fill: UInt8, of endpoint: WebhookEndpoint) throws -> SealedSecret {
        try StorageSample.fieldKey.sealSecret(
            Array(repeating: fill, count: 32),
            field: WebhookEndpoint.secretField(endpoint.id),
            randomBytes: { Array(repeating: 1, count: $0) }
        )
    }

    /// The first byte of each secret that signs.
    private func signing(_ endpoint: WebhookEndpoint, at now: Timestamp) throws -> [UInt8] {
        try endpoint.openSecrets(with: StorageSample.fieldKey, at: now).compactMap(\.bytes.first)
    }

    /// Whoever lost the answer to a rotation rotates again: the receiver still has the first secret.
    @Test func aSecondRotationLeavesTheReceiversSecretItsTime() throws {
        var endpoint = StorageSample(1).endpoint(1)
        endpoint.rotate(to: try sealed(2, of: endpoint), overlapSeconds: day, at: start)
        let second = start.adding(seconds: 60)
        endpoint.rotate(to: try sealed(3, of: endpoint), overlapSeconds: day, at: second)
        #expect(try signing(endpoint, at: second) == [3, 2, 1])
        #expect(try signing(endpoint, at: start.adding(seconds: day)) == [3, 2])
        #expect(try signing(endpoint, at: second.adding(seconds: day)) == [3])
        #expect(endpoint.resource(secret: nil, at: second).previousSecretExpiresAt == second.adding(seconds: day))
    }

    /// For a secret that somebody else knows.
    @Test func aRotationWithoutOverlapEndsAllThatWereBefore() throws {
        var endpoint = StorageSample(1).endpoint(1)
        endpoint.rotate(to: try sealed(2, of: endpoint), overlapSeconds: day, at: start)
        endpoint.rotate(to: try sealed(3, of: endpoint), overlapSeconds: 0, at: start)
        #expect(try signing(endpoint, at: start) == [3])
    }

    @Test func noMoreThanFourSign() throws {
        var endpoint = StorageSample(1).endpoint(1)
        for fill in UInt8(2)...9 {
            endpoint.rotate(to: try sealed(fill, of: endpoint), overlapSeconds: day, at: start)
        }
        #expect(try signing(endpoint, at: start) == [9, 8, 7, 6])
        // What has ended takes no place.
        let later = start.adding(seconds: day)
        endpoint.rotate(to: try sealed(10, of: endpoint), overlapSeconds: day, at: later)
        #expect(endpoint.secrets.count == 2)
    }
}
