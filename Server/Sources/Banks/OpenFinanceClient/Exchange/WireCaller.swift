import ChaveBase
import ChavePixModel

/// Sends what is no call of the port, and gives account of it.
struct WireCaller: Sendable {
    let exchange: any WireExchange
    let world: World
    let account: @Sendable (WireAccount) -> Void

    func send(
        _ request: WireRequest,
        _ name: String,
        at institution: InstitutionID?,
        milliseconds: Int
    ) async throws(WireFault) -> WireResponse {
        var account = WireAccount(
            institution: institution,
            name: name,
            interactionID: nil,
            seconds: 0,
            status: nil,
            verdict: ""
        )
        let began = world.uptimeMilliseconds()
        do throws(WireFault) {
            let response = try await exchange.send(request, timeoutMilliseconds: milliseconds)
            account.seconds = Double(world.uptimeMilliseconds() - began) / 1_000
            account.status = response.status
            account.verdict = "answered"
            self.account(account)
            return response
        } catch {
            account.seconds = Double(world.uptimeMilliseconds() - began) / 1_000
            account.verdict = "unknown: \(error)"
            self.account(account)
            throw error
        }
    }
}
