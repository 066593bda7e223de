import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Synchronization

/// An enrolled device that pays, one payment after the other, and records the time of each step.
///
/// It sends the SDK's messages and signs as the SDK does, but never retries: refused and lost requests are counted.
struct LoadDevice: Sendable {
    let number: Int
    private let transport: any HTTPTransport
    private let authenticator: SoftwareAuthenticator
    private let tokens: DeviceTokens
    private let header: String
    private let signals: RiskSignals
    private let request: CreatePaymentIntentRequest
    private let intents: String

    /// The time for which the device waits for a payment's end, in nanoseconds.
    private static let patience: Int64 = 60_000_000_000

    init(
        number: Int,
        target: LoadTarget,
        transport: any HTTPTransport,
        authenticator: SoftwareAuthenticator,
        tokens: DeviceTokens,
        header: String,
        enrollment: EnrollmentResource,
        signals: RiskSignals
    ) {
        self.number = number
        self.transport = transport
        self.authenticator = authenticator
        self.tokens = tokens
        self.header = header
        self.signals = signals
        intents = target.server.appending(path: "/payments/br/payment-intents/")
        request = CreatePaymentIntentRequest(
            amount: target.amount,
            customer: .existing(enrollment.details.customer),
            description: "chave load",
            statementDescription: "chave load",
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: target.beneficiary,
                enrollment: enrollment.id
            )
        )
    }

    /// Makes a whole payment, from create to SUCCEEDED; `key` is unique in all runs.
    func pay(due: Int64, key: String, clock: LoadClock) async -> PaymentTrace {
        var trace = PaymentTrace(due: due, began: clock.now)
        do throws(PaymentFailure) {
            let intent = try await create(key, &trace)
            trace.created = clock.now
            let body = try await authorization(for: intent)
            trace.signed = clock.now
            try await authorize(intent, key, body, &trace)
            trace.authorized = clock.now
            try await awaitEnd(intent, clock, &trace)
        } catch {
            trace.failure = error
        }
        trace.ended = clock.now
        return trace
    }

    // MARK: The steps

    private func create(
        _ key: String,
        _ trace: inout PaymentTrace
    ) async throws(PaymentFailure) -> PaymentIntentResource {
        var request = request
        request.externalID = key
        let body = request.json.encoded()
        let response = try await call(.create, .post, intents, key: "\(key)-create", body: body, &trace)
        return try intent(in: response, .create)
    }

    /// Signs the bank's challenge.
    private func authorization(for intent: PaymentIntentResource) async throws(PaymentFailure) -> [UInt8] {
        guard let options = intent.paymentMethodInformation?.fidoOptions else {
            throw PaymentFailure(.create, intent.failureCode?.rawValue ?? "nothing_to_sign")
        }
        let assertion: CredentialAssertion
        do {
            assertion = try await authenticator.getAssertion(CredentialRequestOptions(json: options.json))
        } catch {
            throw PaymentFailure(.sign, "authenticator")
        }
        let request = AuthorizePaymentIntentRequest(
            platform: .browser,
            riskSignals: signals,
            assertion: AssertionCredential(
                rawID: assertion.id,
                authenticatorAttachment: assertion.authenticatorAttachment,
                authenticatorData: assertion.authenticatorData,
                clientDataJSON: assertion.clientDataJSON,
                signature: assertion.signature,
                userHandle: assertion.userHandle
            )
        )
        return request.json.encoded()
    }

    private func authorize(
        _ intent: PaymentIntentResource,
        _ key: String,
        _ body: [UInt8],
        _ trace: inout PaymentTrace
    ) async throws(PaymentFailure) {
        let url = "\(intents)\(intent.id.text)/authorize/"
        _ = try await call(.authorize, .post, url, key: "\(key)-authorize", body: body, &trace)
    }

    /// Waits for the end as the SDK does: the server holds the request until there is news.
    private func awaitEnd(
        _ intent: PaymentIntentResource,
        _ clock: LoadClock,
        _ trace: inout PaymentTrace
    ) async throws(PaymentFailure) {
        let end = clock.now + LoadDevice.patience
        let url = "\(intents)\(intent.id.text)/"
        var tag: String?
        while clock.now < end {
            let response = try await call(.settle, .get, url, knownTag: tag, &trace)
            if response.status != 304 {
                let read = try self.intent(in: response, .settle)
                if read.status == .succeeded { return }
                if read.status.isFinal {
                    throw PaymentFailure(.settle, read.failureCode?.rawValue ?? read.status.rawValue)
                }
                tag = response.headers["etag"]
            }
            guard response.headers["preference-applied"] == nil else { continue }
            // A server that does not hold the request is asked again after a short pause.
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
        }
        throw PaymentFailure(.settle, Task.isCancelled ? TransportError.Kind.cancelled.rawValue : PaymentFailure.noEnd)
    }

    private func intent(
        in response: HTTPResponse,
        _ stage: PaymentFailure.Stage
    ) throws(PaymentFailure) -> PaymentIntentResource {
        do {
            return try PaymentIntentResource(json: JSONValue(parsing: response.body))
        } catch {
            throw PaymentFailure(stage, "unreadable_answer", status: response.status)
        }
    }

    // MARK: One call

    /// Sends a request, and sends it again with a new token when the server finds the token expired.
    private func call(
        _ stage: PaymentFailure.Stage,
        _ method: HTTPMethod,
        _ url: String,
        key: String? = nil,
        body: [UInt8]? = nil,
        knownTag: String? = nil,
        _ trace: inout PaymentTrace
    ) async throws(PaymentFailure) -> HTTPResponse {
        var isRenewed = false
        while true {
            var request = HTTPRequest(method: method, url: url, headers: headers(key), body: body)
            if method == .get {
                request.headers["Prefer"] = "wait=25"
                request.headers["If-None-Match"] = knownTag
                request.timeoutMilliseconds = 35_000
            }
            trace.requests += 1
            let response: HTTPResponse
            do {
                response = try await transport.send(request)
            } catch {
                throw PaymentFailure(stage, error.kind.rawValue)
            }
            if response.isSuccess || response.status == 304 { return response }
            let codes = LoadDevice.codes(of: response)
            guard response.status == 401, codes.contains(.tokenNotValid), !isRenewed else {
                throw PaymentFailure(stage, codes.first?.rawValue ?? "no_code", status: response.status)
            }
            isRenewed = true
            do {
                try await tokens.renew()
            } catch {
                throw PaymentFailure(stage, "no_token", status: response.status)
            }
        }
    }

    private func headers(_ key: String?) -> HTTPHeaders {
        var headers: HTTPHeaders = ["Authorization": "Bearer \(tokens.current)", "Chave-Device": header]
        guard let key else { return headers }
        headers["Content-Type"] = "application/json"
        headers["Idempotency-Key"] = key
        return headers
    }

    private static func codes(of response: HTTPResponse) -> [ErrorCode] {
        guard let json = try? JSONValue(parsing: response.body) else { return [] }
        return APIErrorItem.items(of: json).map(\.code)
    }
}

/// The token of a device, replaced when the server finds it expired.
final class DeviceTokens: Sendable {
    private let merchant: MerchantCalls
    private let token: Mutex<String>

    init(_ first: String, from merchant: MerchantCalls) {
        token = Mutex(first)
        self.merchant = merchant
    }

    var current: String { token.withLock { $0 } }

    func renew() async throws {
        let fresh = try await merchant.token()
        token.withLock { $0 = fresh }
    }
}
