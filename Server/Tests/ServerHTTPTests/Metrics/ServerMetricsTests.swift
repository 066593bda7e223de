import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import PrometheusMetrics
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// What is counted, and that nobody can put a name of their own into it.
struct ServerMetricsTests {
    private func lines(_ metrics: ServerMetrics) async -> [String] {
        await metrics.registry.text().split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private func record(_ method: String, _ route: String, _ status: Int) -> APIServer.Record {
        APIServer.Record(requestID: "", method: method, route: route, status: status)
    }

    @Test func aRequestIsCountedByItsTemplate() async throws {
        let metrics = ServerMetrics()
        metrics.answered(record("GET", "/payment-intents/{id}/", 200), seconds: 0.03)
        let all = await lines(metrics)
        let labels = #"http_request_method="GET",http_response_status_code="200",http_route="/payment-intents/{id}/""#
        #expect(all.contains("http_server_request_duration_seconds_bucket{\(labels),le=\"0.025\"} 0"))
        #expect(all.contains("http_server_request_duration_seconds_bucket{\(labels),le=\"0.05\"} 1"))
        #expect(all.contains("http_server_request_duration_seconds_count{\(labels)} 1"))
    }

    /// Else thirty seconds of waiting would look like a server that is slow.
    @Test func whatWasHeldIsMeasuredApart() async throws {
        let metrics = ServerMetrics()
        var held = record("GET", "/payment-intents/{id}/", 200)
        held.heldSeconds = 30
        metrics.answered(held, seconds: 29)
        held.heldSeconds = 0
        metrics.answered(held, seconds: 0.001)
        let counts = await lines(metrics).filter { $0.contains("_count{") }
        #expect(counts.count == 2)
        for name in ["http_server_held_request_duration_seconds", "http_server_request_duration_seconds"] {
            #expect(counts.contains { $0.hasPrefix("\(name)_count{") && $0.hasSuffix(" 1") }, "\(name)")
        }
    }

    @Test(arguments: [(7_250, "7.25"), (-90_000, "-90"), (0, "0")])
    func aBanksClockIsComparedWithThisMachines(_ aheadMilliseconds: Int64, _ seconds: String) async throws {
        let now = TestClock.beginning
        let date = now.adding(milliseconds: aheadMilliseconds)
        let answered = InstitutionReply.answered(status: 200, body: [], date: date)
        for reply in [answered, .refused(status: 422, body: [], date: date)] {
            let metrics = ServerMetrics()
            metrics.called(.createPayment, reply, seconds: 0.1, at: now)
            #expect(await lines(metrics).contains("clock_skew_seconds \(seconds)"))
        }
    }

    @Test func whoWorksAndWhoWaitsAreCountedApart() async throws {
        let admission = Admission(.sandbox)
        let metrics = ServerMetrics()
        metrics.gather(from: admission)
        for kind in [Admission.Class.waiting, .waiting, .read] {
            _ = try admission.enter(kind, from: nil, at: TestClock.beginning)
        }
        #expect(await lines(metrics) == ["http_server_active_requests 1", "waiting_requests 2"])
    }

    @Test func pathsAndMethodsOfNobodyAreOne() async throws {
        try await withServer { server in
            let metrics = ServerMetrics()
            for (method, path) in [("GET", "/a"), ("GET", "/b/76109277673"), ("PWN", "/x"), ("PWN2", "/y")] {
                let (_, record) = await server.api.respond(to: ServerRequest(method: method, path: path))
                metrics.answered(record, seconds: 0.001)
            }
            let counts = await lines(metrics).filter { $0.contains("_count") }
            #expect(counts.count == 2)
            #expect(counts.allSatisfy { $0.contains(#"http_route="other""#) })
        }
    }

    /// The whole way of an enrollment and of payments, on a server that counts what its store commits.
    @Test func aPaymentIsCountedWhereItArrives() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await WholeServer.start(in: directory)
        let merchant = try #require(server.merchant)
        let keys = Credentials.basic(merchant.secretID, merchant.secretPassword)
        let request = ServerRequest(
            method: "POST",
            path: "/payments/br/enrollments/",
            headers: keys.headers + [("Content-Type", "application/json"), ("Idempotency-Key", "k")],
            body: .bytes(Bodies.enrollment().encoded())
        )
        for isReplay in [false, true] {
            let (answer, record) = await server.api.respond(to: request)
            #expect(answer.status == 201)
            #expect(record.isReplay == isReplay)
            server.metrics.answered(record, seconds: 0.1)
        }
        let all = await lines(server.metrics)
        for line in [
            #"enrollments_total{status="PENDING"} 1"#, #"idempotency_requests_total{outcome="new"} 1"#,
            #"idempotency_requests_total{outcome="replay"} 1"#, #"payment_intents_stuck{state="PROCESSING"} 0"#,
            "webhook_outbox_oldest_age_seconds 0", "webhook_endpoints_disabled 0",
            "db_writable 1", #"build_info{version="\#(ServerVersion.current)"} 1"#,
        ] {
            #expect(all.contains(line), "\(line)")
        }
        for name in [
            "db_client_operation_duration_seconds_count", "institution_request_duration_seconds_count",
            "audit_chain_length", "process_resident_memory_bytes", "process_open_fds", "process_cpu_seconds_total",
            "db_client_connection_count",
        ] {
            #expect(all.contains { $0.hasPrefix(name) && !$0.hasSuffix(" 0") }, "\(name)")
        }
        await server.close()
    }

    @Test func metricsAreToldOnlyToThisMachine() async throws {
        let operations = Operations(metrics: ServerMetrics()) { [] }
        var request = ServerRequest(method: "GET", path: "/metrics")
        for (client, isAnswered) in [(nil, false), ("203.0.113.7", false), ("127.0.0.1", true), ("::1", true)] {
            request.client = client.flatMap { IPAddress($0) }
            #expect((await operations.answer(request) != nil) == isAnswered, "\(client ?? "nobody")")
        }
        request.client = IPAddress("127.0.0.1")
        #expect(await Operations { [] }.answer(request) == nil, "a server that does not show them has no such path")
    }

    @Test(arguments: [
        (true, "127.0.0.1", nil, true), (true, "localhost", nil, true), (true, "::1", nil, true),
        (true, "0.0.0.0", nil, false), (true, "192.0.2.1", nil, false), (false, "127.0.0.1", nil, false),
        (false, "0.0.0.0", nil, false), (true, "127.0.0.1", 9464, false),
    ])
    func onlyASandboxForItsOwnMachineShowsThemOnItsPort(
        _ isSandbox: Bool,
        _ address: String,
        _ port: Int?,
        _ isShown: Bool
    ) {
        var configuration = ServerConfiguration(dataDirectory: "/x", address: address, isSandbox: isSandbox)
        configuration.metricsListener = port.map { .init(address: "127.0.0.1", port: $0) }
        #expect(configuration.showsMetricsHere == isShown)
    }
}
