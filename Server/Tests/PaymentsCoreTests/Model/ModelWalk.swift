import ChaveBase
import ChaveJOSE
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization

/// A random walk over the API, its bank and its clock.
///
/// Everything that happens follows from the seed. A request is made once and may arrive late, twice, or after another one
/// that was made later; the bank fails and lies in a share of its calls; processes die at a commit and are started again.
struct ModelWalk {
    let simulation: Simulation
    let invariants = Invariants()
    /// How often each kind of step was taken.
    private(set) var tally: [String: Int] = [:]
    private var chance: SeededNumbers
    private var phones: [ModelPhone] = []
    private var onTheirWay: [DelayedAction] = []
    private var lastKey = 0

    init(seed: UInt64) async throws {
        simulation = try await Simulation(seed: seed, bankAheadSeconds: [-30, 0, 30][Int(seed % 3)])
        chance = SeededNumbers(seed: seed &* 6_364_136_223_846_793_005 &+ 1)
        for (name, cpf) in [("celular", SimulatedDevice.first), ("tablet", SimulatedDevice.second)] {
            let tokens = try await simulation.payments.issueTokens(WidgetTokenRequest(), for: simulation.merchant)
            phones.append(ModelPhone(device: SimulatedDevice(name, cpf: cpf, in: simulation), tokens: tokens))
        }
    }

    // MARK: Chance

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }

    private mutating func newKey(_ what: String) -> String {
        lastKey += 1
        return "\(what)-\(lastKey)"
    }

    // MARK: Steps

    /// - Returns: what was done, for whoever replays a seed.
    mutating func step() async throws -> String {
        let name = try await takeStep()
        tally[name, default: 0] += 1
        if try simulation.life.isDead {
            try await simulation.restart(afterSeconds: Int64(number(20)))
            tally["died", default: 0] += 1
        }
        return name
    }

    private mutating func takeStep() async throws -> String {
        switch number(20) {
        case 0, 1: return try await passTime()
        case 2: return try await renewTokens()
        case 3: return try await rotateKeys()
        case 4: return try endTheProcessSoon()
        case 5: return changeTheBank()
        case 6: return try await actAtTheBank()
        case 7, 8, 9: return try await deliver()
        default: return try await request()
        }
    }

    /// Heals everything and lets what is under way come to its end.
    mutating func finish() async throws {
        simulation.bank.script { _, _ in nil }
        simulation.bank.setSilent(false)
        simulation.bank.setSettlement(.after(seconds: 1))
        try simulation.life.spare()
        if try simulation.life.isDead { try await simulation.restart(afterSeconds: 1) }
        onTheirWay = []
        try await simulation.pass(seconds: 8 * 60 * 60)
    }

    private mutating func passTime() async throws -> String {
        let spans: [Int64] = [1, 5, 30, 119, 290, 600]
        try await simulation.pass(seconds: spans[number(spans.count)])
        return "pass"
    }

    /// The process dies at one of its next commits, before or after it is stored.
    private mutating func endTheProcessSoon() throws -> String {
        try simulation.life.end(atCommit: 1 + number(6), number(2) == 0 ? .beforeStoring : .afterStoring)
        return "end-soon"
    }

    /// A new signing key; tokens of the last two still count.
    private mutating func rotateKeys() async throws -> String {
        let key = try SigningKey.generate(.es256, keyID: newKey("jwt"))
        // A refresh that was lost may be older than the oldest key that still counts.
        for index in phones.indices { phones[index].lostRefresh = nil }
        try await simulation.restart(afterSeconds: 1) { $0.tokenKeys = Array(([key] + $0.tokenKeys).prefix(3)) }
        return "rotate-keys"
    }

    // MARK: The bank

    private mutating func changeTheBank() -> String {
        // A consent with another amount is refused for good: that fault has its own test.
        let faults =
            ScriptedFault.allCases.filter { $0 != .anotherAmount }
            + [429, 503, 529].map { .refused(status: $0, code: "SOBRECARGA") }
        let share = [0, 0, 3, 6][number(4)]
        let box = SeededBox(seed: chance.next())
        simulation.bank.script { _, _ in
            share > 0 && box.number(share) == 0 ? faults[box.number(faults.count)] : nil
        }
        let settlements: [ScriptedSettlement] = [
            .after(seconds: 0), .after(seconds: 40), .after(seconds: 900), .rejected(code: "SALDO_INSUFICIENTE"),
        ]
        simulation.bank.setSettlement(settlements[number(settlements.count)])
        return "bank"
    }

    /// The holder or the bank ends something, and the platform is told, twice, or not at all.
    private mutating func actAtTheBank() async throws -> String {
        let phone = phones[number(phones.count)]
        let payments = try simulation.payments
        if number(4) == 0, let id = phone.enrollments.randomElement(using: &chance),
            let bankID = try await simulation.store.enrollment(id)?.bank?.enrollmentID
        {
            if number(3) == 0 { simulation.bank.revoke(bankID) }
            for _ in 0..<number(3) { await payments.notified(ScriptedBank.institution, .enrollment, id: bankID) }
            return "bank-enrollment"
        }
        guard let id = phone.intents.randomElement(using: &chance),
            let intent = try await simulation.store.paymentIntent(id), let consent = intent.consent
        else { return "nothing" }
        if number(4) == 0, intent.status == .pending {
            simulation.bank.reject(consent: consent.id, reason: "REJEITADO_USUARIO")
        }
        for _ in 0..<number(3) { await payments.notified(ScriptedBank.institution, .consent, id: consent.id) }
        if let paid = intent.bankPaymentID {
            for _ in 0..<number(3) { await payments.notified(ScriptedBank.institution, .payment, id: paid) }
        }
        try await simulation.work()
        return "bank-consent"
    }

    // MARK: Tokens

    private mutating func renewTokens() async throws -> String {
        let index = number(phones.count)
        try await refresh(index, isLost: number(3) == 0)
        return "renew-tokens"
    }

    func phone(_ index: Int) -> ModelPhone { phones[index] }

    mutating func keep(tokens: TokenPair, of index: Int) { phones[index].tokens = tokens }

    mutating func keep(lostRefresh token: String, of index: Int) {
        phones[index].lostRefresh = (token, simulation.clock.now)
    }

    mutating func forgetLostRefresh(of index: Int) { phones[index].lostRefresh = nil }

    mutating func keep(enrollment id: EnrollmentID, of index: Int) {
        if !phones[index].enrollments.contains(id) { phones[index].enrollments.append(id) }
    }

    mutating func keep(intent id: PaymentIntentID, of index: Int) {
        if !phones[index].intents.contains(id) { phones[index].intents.append(id) }
    }

    mutating func sendAgain(_ delayed: DelayedAction) {
        var later = delayed
        later.due = simulation.clock.now.adding(seconds: 2)
        onTheirWay.append(later)
    }

    /// Intents that have not ended, but for those of which the bank says that a payment has used their consent up and
    /// names none: they are a person's to look at (docs/decisions/0009), and never FAILED.
    func openIntents() async throws -> [PaymentIntentID] {
        var query = PaymentIntentQuery()
        query.page = PageRequest(size: 10_000)
        return try await simulation.store.paymentIntents(query, of: simulation.organisation).items
            .filter { intent in
                let isUnclear = intent.consent.map { simulation.bank.consentStatus($0.id) == .consumed } ?? false
                return !intent.isAtEnd && !(intent.status == .processing && isUnclear)
            }.map(\.id)
    }

    // MARK: Requests

    /// A phone makes a request; it may arrive at once, later, and more than once.
    private mutating func request() async throws -> String {
        let index = number(phones.count)
        guard let action = try await nextAction(of: index) else { return "nothing" }
        let copies = 1 + (number(3) == 0 ? 1 + number(2) : 0)
        for _ in 0..<copies {
            let delay = number(2) == 0 ? 0 : Int64(number(600))
            onTheirWay.append(
                DelayedAction(device: index, action: action, due: simulation.clock.now.adding(seconds: delay))
            )
        }
        _ = try await deliver()
        return action.name
    }

    /// What has arrived by now, in any order.
    private mutating func deliver() async throws -> String {
        var arrived: [DelayedAction] = []
        let now = simulation.clock.now
        onTheirWay.removeAll { delayed in
            guard delayed.due <= now else { return false }
            arrived.append(delayed)
            return true
        }
        for delayed in arrived.shuffled(using: &chance) { try await perform(delayed) }
        try? await simulation.work()
        return "deliver"
    }

    private mutating func nextAction(of index: Int) async throws -> ModelAction? {
        let phone = phones[index]
        let (device, store) = (phone.device, simulation.store)
        if phone.enrollments.isEmpty || number(12) == 0 { return .createEnrollment(key: newKey("vinculo")) }
        let enrollment = phone.enrollments[number(phone.enrollments.count)]
        guard let state = try await store.enrollment(enrollment)?.state else { return nil }
        switch state {
        case .awaitingHolder:
            guard let parameters = try? await simulation.approval(of: enrollment) else { return nil }
            return .completeRedirection(parameters)
        case .awaitingCredential:
            guard let credential = try? await simulation.registrationCredential(enrollment, device) else { return nil }
            return .confirm(enrollment, credential)
        case .authorised: return try await nextPayment(of: index, under: enrollment)
        default: return number(3) == 0 ? .createEnrollment(key: newKey("vinculo")) : nil
        }
    }

    private mutating func nextPayment(of index: Int, under enrollment: EnrollmentID) async throws -> ModelAction? {
        let phone = phones[index]
        if number(25) == 0 { return .cancelEnrollment(enrollment, key: newKey("fim")) }
        if number(3) > 0, let id = phone.intents.last,
            let assertion = try? await simulation.assertion(for: id, phone.device)
        {
            return number(8) == 0
                ? .cancelIntent(id, key: newKey("desistencia")) : .authorize(id, assertion, key: newKey("sim"))
        }
        let key = newKey("pedido")
        let request = try await simulation.intentRequest(
            enrollment,
            amount: Int64(1 + number(100_000)),
            externalID: number(2) == 0 ? key : nil
        )
        return .createIntent(request, key: key)
    }
}

/// Numbers from a seed for a script that many calls read.
private final class SeededBox: Sendable {
    private let source: Mutex<SeededNumbers>

    init(seed: UInt64) { source = Mutex(SeededNumbers(seed: seed)) }

    func number(_ limit: Int) -> Int { source.withLock { Int.random(in: 0..<limit, using: &$0) } }
}
