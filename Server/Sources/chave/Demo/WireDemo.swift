import ChaveBase
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation
import PaymentsModel
import SandboxBank
import ServerHost

/// One enrollment and one payment over the wire: directory, bank and platform are three processes with certificates.
struct WireDemo {
    let steps: DemoRun
    /// The folder of all three.
    let folder: String
    let report: DemoReport

    private var configuration: ServerConfiguration { steps.configuration }

    /// Runs the demonstration.
    ///
    /// - Returns: whether all its statements are true.
    func run() async throws -> Bool {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        report.title("A directory, a bank and a platform, each a process of its own")
        let platform = try await report.step("1", "certificates, registration and three sockets each") {
            let platform = try ChildProgram(
                "The platform",
                [
                    "serve", "--sandbox", "--wire", "--port", "\(configuration.port)", "--data",
                    configuration.dataDirectory,
                ],
                log: "\(folder)/platform.log"
            )
            do { try await platform.untilReady("\(configuration.baseURL)/livez") } catch {
                await platform.end()
                throw error
            }
            return (platform, configuration.baseURL)
        }
        let shown: Shown
        do { shown = try await show() } catch {
            await platform.end()
            throw error
        }
        let code = await platform.end()
        return try await judge(shown, WireExchanges(log: platform.log), code: code)
    }

    private struct Shown {
        let enrollment: EnrollmentResource
        let intent: PaymentIntentResource
    }

    private func show() async throws -> Shown {
        guard let merchant = try SandboxMerchant.stored(in: configuration.dataDirectory) else {
            throw CommandFailure("\(configuration.dataDirectory) has no merchant. Start anew with another --data.")
        }
        let transport = URLSessionTransport()
        let client = try steps.client(of: steps.shop(of: merchant, transport: transport))
        defer { client.close() }
        let enrollment = try await steps.enroll(client, transport: transport)
        let intent = try await steps.pay(client, with: enrollment, to: merchant.beneficiary)
        // The bank tells of the payment in a second and a half at most.
        try await Task.sleep(for: .milliseconds(1_500))
        return Shown(enrollment: enrollment, intent: intent)
    }

    // MARK: What must be true afterwards

    private func judge(_ shown: Shown, _ exchanges: WireExchanges, code: Int32) async throws -> Bool {
        report.title("The exchanges with directory and bank, in their order")
        for exchange in exchanges.all { report.line(exchange.line) }
        report.title("What the bank's ledger says")
        let endToEndID = shown.intent.paymentMethodInformation?.endToEndID?.text ?? ""
        let bank = try await SandboxBank(
            directory: "\(configuration.dataDirectory)/wire/bank",
            configuration: .init(publicBaseURL: "http://localhost"),
            world: .live
        )
        let lines = try await bank.ledgerLines(ofEndToEndID: endToEndID)
        let ledger = try await bank.verdict()
        await bank.close()
        for line in lines { report.line("\(line.account)  \(line.centavos < 0 ? "−" : "+")\(reais(line.centavos))") }
        report.title("Verdict")
        let amount = steps.amount.centavos
        let claims: [(String, Bool, String)] = [
            ("the enrollment is SUCCEEDED", shown.enrollment.status == .succeeded, shown.enrollment.id.text),
            ("the payment intent is SUCCEEDED", shown.intent.status == .succeeded, endToEndID),
            (
                "the platform registered once, by its certificate",
                exchanges.count(named: "register POST") == 1,
                "dynamic client registration"
            ),
            (
                "every message of the bank was signed and held",
                exchanges.all.allSatisfy { $0.outcome == "answered" },
                Counted.of(exchanges.all.count, "exchange")
            ),
            (
                "the payment was sent once",
                exchanges.count(named: "POST /pix/payments") == 1,
                "\(exchanges.count(named: "POST /pix/payments")) sent"
            ),
            (
                "the bank's webhooks were heard",
                exchanges.webhooks >= 2,
                "\(Counted.of(exchanges.webhooks, "webhook")) by mTLS"
            ),
            (
                "the money moved exactly once",
                lines.count == 2 && lines.map(\.centavos).sorted() == [-amount, amount],
                "\(Counted.of(lines.count, "line")) for this end-to-end id"
            ),
            ("the ledger is sound", ledger.isSound, Counted.of(ledger.movements, "movement")),
            ("all three processes ended in order", code == 0, "exit code \(code)"),
        ]
        for (name, holds, detail) in claims { report.verdict(name, holds, detail) }
        return claims.allSatisfy(\.1)
    }

    private func reais(_ centavos: Int64) -> String { Money(centavos: abs(centavos))?.description ?? "" }
}

/// The exchanges of a platform with its banks, as its log has them.
struct WireExchanges {
    struct Exchange {
        let name: String
        let status: String
        let outcome: String
        let milliseconds: String

        var line: String {
            let padding = String(repeating: " ", count: max(1, 62 - name.count))
            return "\(name)\(padding)\(status)  \(milliseconds) ms\(outcome == "answered" ? "" : "  \(outcome)")"
        }
    }

    let all: [Exchange]
    /// How many webhooks of banks were taken.
    let webhooks: Int

    init(log: String) throws {
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let objects = lines.compactMap { try? JSONValue(parsing: Array($0.utf8)) }
        all = objects.filter { $0["msg"]?.string == "bank exchange" }.map { line in
            Exchange(
                name: line["operation"]?.string ?? "",
                status: line["status"]?.string ?? "",
                outcome: line["outcome"]?.string ?? "",
                milliseconds: line["milliseconds"]?.string ?? ""
            )
        }
        webhooks = objects.count {
            $0["route"]?.string?.hasPrefix("/open-banking/webhook/") == true && $0["status"]?.number?.int64 == 202
        }
    }

    func count(named name: String) -> Int { all.count { $0.name == name } }
}
