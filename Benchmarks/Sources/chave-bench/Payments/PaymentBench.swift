import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation
import HTTPKernel
import HolderBrowser
import Logging
import SandboxBank
import ServerHost

/// A whole server with its sandbox bank, called without a socket: routing, authentication, JSON, rules, storage, bank.
///
/// The benchmark leaves out TCP and HTTP parsing; `chave load` measures them.
struct PaymentBench {
    let server: ChaveServer
    private let baseURL = "http://localhost:8080"

    init(directory: String) async throws {
        var logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        server = try await ChaveServer(
            ServerConfiguration(dataDirectory: directory, isSandbox: true),
            logger: logger,
            onFatal: { error in fatalError("storage failed: \(error)") }
        )
    }

    /// A device after a complete enrollment.
    struct Device: Sendable {
        var client: PixClient
        var enrollment: EnrollmentResource
        var signals: RiskSignals
        var headers: [(name: String, value: String)]
    }

    func devices(_ count: Int) async throws -> [Device] {
        try await withThrowingTaskGroup(of: Device.self) { group in
            for number in 0..<count {
                group.addTask { try await device(holder: SandboxHolder.all[number % 2]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func device(holder: SandboxHolder) async throws -> Device {
        let store = MemoryKeyStore()
        let transport = InProcessTransport(server: server.api)
        let token = try await accessToken()
        let client = PixClient(
            accessToken: token,
            configuration: PixConfiguration(
                baseURL: try BaseURL(baseURL),
                transport: transport,
                authenticator: SoftwareAuthenticator(store: store, gesture: .always(.verified)),
                secretStore: store,
                signalCollector: LinuxSignalCollector(),
                polling: PollPolicy.impatient
            )
        )
        let banks = try await client.institutions()
        guard let identifier = TaxIdentifier(holder.cpf), let callback = CallbackURL("https://loja.example/c") else {
            fatalError("the sandbox's people are valid")
        }
        let created = try await client.createEnrollment(
            NewEnrollment(
                customer: .person(identifier: identifier, name: nil, externalID: nil),
                institution: banks[0].id,
                accountTenure: "2024-01-15",
                callbackURL: callback
            )
        )
        var browser = HolderBrowser(transport: transport, cpf: holder.cpf, password: holder.password)
        let returned = try await browser.approve(
            startingAt: created.details.redirectURL ?? "",
            until: "https://loja.example/c"
        )
        _ = try await client.completeRedirection(callbackURL: returned)
        let options = try await client.registrationOptions(created.id)
        let credential = try await client.makeCredential(options)
        let enrollment = try await client.confirmEnrollment(created.id, credential)
        let signals = try await client.collectRiskSignals(accountTenure: "2024-01-15")
        let secret = transport.lastDevice() ?? ""
        return Device(
            client: client,
            enrollment: enrollment,
            signals: signals,
            headers: [
                ("authorization", "Bearer \(token)"), ("chave-device", secret), ("content-type", "application/json"),
            ]
        )
    }

    private func accessToken() async throws -> String {
        guard let merchant = server.merchant else { fatalError("a sandbox has a merchant") }
        let basic = Data("\(merchant.secretID):\(merchant.secretPassword)".utf8).base64EncodedString()
        let (answer, _) = await server.api.respond(
            to: ServerRequest(
                method: "POST",
                path: "/payments/api/widget-token/",
                headers: [("authorization", "Basic \(basic)")]
            )
        )
        return try JSONValue(parsing: answer.body)["access"]?.string ?? ""
    }

    // MARK: What is measured

    /// A payment intent that waits for its approval, with the request that approves it.
    struct Prepared: Sendable {
        var intent: PaymentIntentID
        var authorize: ServerRequest
    }

    /// Creates and signs `count` intents for each device in advance.
    func prepare(_ devices: [Device], each count: Int) async throws -> [[Prepared]] {
        try await withThrowingTaskGroup(of: [Prepared].self) { group in
            for device in devices {
                group.addTask {
                    var prepared: [Prepared] = []
                    for _ in 0..<count { prepared.append(try await prepareOne(device)) }
                    return prepared
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func prepareOne(_ device: Device) async throws -> Prepared {
        let (answer, _) = await server.api.respond(to: createRequest(device))
        let intent = try PaymentIntentResource(json: try JSONValue(parsing: answer.body))
        return Prepared(intent: intent.id, authorize: try await authorizeRequest(device, intent))
    }

    private func createRequest(_ device: Device) -> ServerRequest {
        guard let merchant = server.merchant, let amount = Money(centavos: 1) else {
            fatalError("a sandbox has a merchant")
        }
        let body = CreatePaymentIntentRequest(
            amount: amount,
            customer: .existing(device.enrollment.details.customer),
            description: "bench",
            statementDescription: "bench",
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: merchant.beneficiary,
                enrollment: device.enrollment.id
            ),
            externalID: "bench-\(UUID().uuidString)"
        )
        return ServerRequest(
            method: "POST",
            path: "/payments/br/payment-intents/",
            headers: device.headers,
            body: .bytes(body.json.encoded())
        )
    }

    private func authorizeRequest(_ device: Device, _ intent: PaymentIntentResource) async throws -> ServerRequest {
        guard let options = intent.paymentMethodInformation?.fidoOptions else {
            fatalError("no challenge: \(intent.status)")
        }
        let assertion = try await device.client.sign(options)
        let body = AuthorizePaymentIntentRequest(
            platform: .browser,
            riskSignals: device.signals,
            assertion: AssertionCredential(
                rawID: assertion.id,
                authenticatorAttachment: "platform",
                authenticatorData: assertion.authenticatorData,
                clientDataJSON: assertion.clientDataJSON,
                signature: assertion.signature,
                userHandle: assertion.userHandle
            )
        )
        return ServerRequest(
            method: "POST",
            path: "/payments/br/payment-intents/\(intent.id.text)/authorize/",
            headers: device.headers,
            body: .bytes(body.json.encoded())
        )
    }

    /// Measures answered (durable) authorize calls: one after the other for each device, all devices in parallel.
    func authorize(_ prepared: [[Prepared]]) async -> Measurement {
        let api = server.api
        return await inLanes("in-process/authorize", prepared) { one in
            let (answer, _) = await api.respond(to: one.authorize)
            guard answer.status == 204 else { fatalError("authorize answered \(answer.status)") }
        }
    }

    /// Measures whole payments: create, sign, authorise, and read until SUCCEEDED.
    func payments(_ devices: [Device], each count: Int) async -> Measurement {
        let lanes = devices.map { Array(repeating: $0, count: count) }
        return await inLanes("in-process/payment", lanes) { device in
            do {
                let one = try await prepareOne(device)
                let (answer, _) = await server.api.respond(to: one.authorize)
                guard answer.status == 204 else { fatalError("authorize answered \(answer.status)") }
                try await settled(one.intent, device)
            } catch {
                fatalError("a payment failed: \(error)")
            }
        }
    }

    private func settled(_ id: PaymentIntentID, _ device: Device) async throws {
        let read = ServerRequest(
            method: "GET",
            path: "/payments/br/payment-intents/\(id.text)/",
            headers: device.headers + [("prefer", "wait=30")]
        )
        while true {
            let (answer, _) = await server.api.respond(to: read)
            let intent = try PaymentIntentResource(json: try JSONValue(parsing: answer.body))
            switch intent.status {
            case .succeeded: return
            case .processing: continue
            default:
                fatalError("a payment is \(intent.status.rawValue), \(intent.failureCode?.rawValue ?? "no reason")")
            }
        }
    }

    /// Runs all lanes in parallel, each lane one item after the other.
    private func inLanes<Item: Sendable>(
        _ name: String,
        _ lanes: [[Item]],
        _ body: @escaping @Sendable (Item) async -> Void
    ) async -> Measurement {
        let clock = ContinuousClock()
        let start = clock.now
        let processor = Stopwatch.processorSeconds
        let databaseBefore = await operations()
        let latencies = await withTaskGroup(of: [Double].self) { group in
            for lane in lanes {
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(lane.count)
                    for item in lane {
                        let began = clock.now
                        await body(item)
                        latencies.append((clock.now - began) / .microseconds(1))
                    }
                    return latencies
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = (clock.now - start) / .seconds(1)
        let busy = Stopwatch.processorSeconds - processor
        // Work continues after the responses, and its cost belongs to the requests.
        while server.payments.runningCount > 0 { try? await Task.sleep(for: .milliseconds(5)) }
        var measurement = Measurement(
            name: name,
            operations: latencies.count,
            seconds: seconds,
            processorSeconds: busy,
            latencies: latencies
        )
        measurement.wholeProcessorSeconds = Stopwatch.processorSeconds - processor
        let databaseAfter = await operations()
        for (kind, count) in databaseAfter { measurement.counts[kind] = count - databaseBefore[kind, default: 0] }
        return measurement
    }

    /// The number of operations of each kind so far, by the server's own metrics.
    private func operations() async -> [String: Double] {
        let text = await server.metrics.registry.text()
        var counts: [String: Double] = [:]
        if let written = PaymentBench.bytesWritten() { counts["KiB written"] = written / 1_024 }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let end = line.lastIndex(of: " "), let value = Double(line[line.index(after: end)...]) else {
                continue
            }
            switch line[..<end] {
            case let name where name.hasPrefix("db_client_operation_duration_seconds_count"):
                counts[name.contains("\"read\"") ? "reads" : "commits", default: 0] += value
            case let name where name.contains("institution") && name.contains("_seconds_count"):
                counts["calls of the bank", default: 0] += value
            default: break
            }
        }
        return counts
    }

    /// The bytes that this process gave the kernel to write so far; `nil` where the system does not report them.
    private static func bytesWritten() -> Double? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/io") else { return nil }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix("wchar: ") {
            return Double(line.dropFirst("wchar: ".count))
        }
        return nil
    }

    /// Measures the device's side of one payment: two written requests, collected signals, one signature, the parsed
    /// responses.
    func clientShare(_ device: Device, payments count: Int) async throws -> Measurement {
        let (answer, _) = await server.api.respond(to: createRequest(device))
        let clock = ContinuousClock()
        let (start, processor) = (clock.now, Stopwatch.processorSeconds)
        var latencies: [Double] = []
        for _ in 0..<count {
            let began = clock.now
            _ = createRequest(device)
            let read = try PaymentIntentResource(json: try JSONValue(parsing: answer.body))
            var device = device
            device.signals = try await device.client.collectRiskSignals(accountTenure: "2024-01-15")
            _ = try await authorizeRequest(device, read)
            _ = try PaymentIntentResource(json: try JSONValue(parsing: answer.body))
            latencies.append((clock.now - began) / .microseconds(1))
        }
        var measurement = Measurement(
            name: "sdk/payment",
            operations: count,
            seconds: (clock.now - start) / .seconds(1),
            processorSeconds: Stopwatch.processorSeconds - processor,
            latencies: latencies
        )
        measurement.wholeProcessorSeconds = measurement.processorSeconds
        return measurement
    }
}

extension PollPolicy {
    /// A short polling interval, for a server in the same process.
    fileprivate static let impatient: PollPolicy = {
        let wait = Wait(intervalMilliseconds: 5, limitMilliseconds: 60_000)
        return PollPolicy(registrationOptions: wait, enrollment: wait, payment: wait)
    }()
}
