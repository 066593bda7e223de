import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import Testing

/// Tokens: renewed, lost on the way, signed with a key that is rotated out.
extension ModelWalk {
    private static let graceSeconds: Int64 = 30

    /// Who calls, by the phone's own token: a pair from the merchant's server where that is dead.
    mutating func caller(_ index: Int) async throws -> Caller? {
        let payments = try simulation.payments
        for _ in 0..<2 {
            let phone = phone(index)
            do {
                return try await payments.authenticate(bearer: phone.tokens.access, device: phone.device.caller.device)
            } catch {
                guard error.status == 401 else { return nil }
                guard let pair = try? await payments.issueTokens(WidgetTokenRequest(), for: simulation.merchant) else {
                    return nil
                }
                keep(tokens: pair, of: index)
            }
        }
        return nil
    }

    /// One refresh: heard, or lost and asked for again in time or too late.
    mutating func refresh(_ index: Int, isLost: Bool) async throws {
        let phone = phone(index)
        let payments = try simulation.payments
        let device = phone.device.caller.device
        if let lost = phone.lostRefresh {
            let isInTime = simulation.clock.now < lost.at.adding(seconds: ModelWalk.graceSeconds)
            let again = try? await payments.refreshTokens(RefreshTokenRequest(refresh: lost.token), device: device)
            if try simulation.life.isDead { return }
            #expect((again != nil) == isInTime, "a lost refresh is answered again for 30 s and no longer")
            forgetLostRefresh(of: index)
            if let again { keep(tokens: again, of: index) }
            return
        }
        let request = RefreshTokenRequest(refresh: phone.tokens.refresh)
        guard let pair = try? await payments.refreshTokens(request, device: device) else { return }
        if isLost {
            keep(lostRefresh: phone.tokens.refresh, of: index)
        } else {
            keep(tokens: pair, of: index)
        }
    }
}
