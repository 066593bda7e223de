public import ChaveBase
public import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire

/// The account of one HTTP exchange with a bank or the directory: no token, key or person is in it.
public struct WireAccount: Hashable, Sendable {
    public var at: Timestamp
    /// The id of the enrollment or the payment intent for which it was; `nil` for every other one.
    public var object: String?
    /// `nil` for the directory.
    public var institution: InstitutionID?
    /// The operation of the port, or a name such as `token client_credentials`.
    public var name: String
    public var interactionID: String?
    public var seconds: Double
    /// `nil` when there was no whole answer.
    public var status: Int?
    /// `answered`, `refused CODE`, `token refused`, or `unknown: REASON`; of an exchange that is no call of the port,
    /// `answered` means any whole answer, whatever its status.
    public var verdict: String

    public init(
        at: Timestamp,
        object: String?,
        institution: InstitutionID?,
        name: String,
        interactionID: String?,
        seconds: Double,
        status: Int?,
        verdict: String
    ) {
        (self.at, self.object) = (at, object)
        (self.institution, self.name, self.interactionID) = (institution, name, interactionID)
        (self.seconds, self.status, self.verdict) = (seconds, status, verdict)
    }
}

extension WireAccount {
    /// The account of an exchange that begins, by the object whose run is under way.
    init(of name: String, at institution: InstitutionID?, _ interactionID: String?, _ now: Timestamp) {
        self.init(
            at: now,
            object: InstitutionWork.current,
            institution: institution,
            name: name,
            interactionID: interactionID,
            seconds: 0,
            status: nil,
            verdict: ""
        )
    }
}

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
        var account = WireAccount(of: name, at: institution, nil, world.now())
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

    /// Sends a request whose success is 200.
    func ask(
        _ request: WireRequest,
        _ name: String,
        at institution: InstitutionID?,
        milliseconds: Int
    ) async throws(ExchangeProblem) -> WireResponse {
        let response: WireResponse
        do throws(WireFault) {
            response = try await send(request, name, at: institution, milliseconds: milliseconds)
        } catch {
            throw ExchangeProblem(error)
        }
        guard response.status == 200 else { throw ExchangeProblem(response) }
        return response
    }

    /// The keys at an address of a keystore or of an authorization server.
    func keys(at address: String) async throws(ExchangeProblem) -> PublishedKeys {
        let request = WireRequest("GET", address, headers: [("Accept", "application/json")])
        let response = try await ask(request, "keys", at: nil, milliseconds: OpenFinanceConnector.setUpMilliseconds)
        guard let json = try? JSONValue(parsing: response.body), let keys = try? PublishedKeys(jwks: json) else {
            throw ExchangeProblem("the answer is no set of keys")
        }
        return keys
    }
}
