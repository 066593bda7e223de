import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Synchronization

/// What must hold between the platform's books, the bank's and what clients were told, after every single step.
///
/// The names are those of `facts`: V1 no acknowledged change is missing, V2 no effect without a request, V3 at most one
/// payment an intent, V4 and V5 the published graph with one audit entry a version and one event a status, V7 one answer a
/// key, V8 a challenge is spent once, V9 counters never go back, V10 the two sides' sums agree.
final class Invariants: Sendable {
    private struct Seen {
        /// What a client was told with 2xx, and is true for ever: of an intent that it was accepted, of any that it exists.
        var accepted: Set<PaymentIntentID> = []
        var existing: Set<ObjectReference> = []
        var answers: [String: [UInt8]] = [:]
        var counters: [EnrollmentID: UInt32] = [:]
        var approvals: [PaymentIntentID: Digest] = [:]
        var complaints: [String] = []
    }
    private let seen = Mutex(Seen())

    // MARK: What clients hear

    func heard(of object: ObjectReference) { seen.withLock { _ = $0.existing.insert(object) } }

    func heardAccepted(_ id: PaymentIntentID) { seen.withLock { _ = $0.accepted.insert(id) } }

    /// One key, one answer: the first is compared with every later one (V7).
    func heard(_ answer: APIAnswer, under key: String) {
        seen.withLock { seen in
            if let first = seen.answers[key] {
                if first != answer.body { seen.complaints.append("V7: another answer under \(key)") }
            } else {
                seen.answers[key] = answer.body
            }
        }
    }

    // MARK: The check

    /// What is not as it must be now; empty when all is well.
    func complaints(_ simulation: Simulation) async throws -> [String] {
        let store = simulation.store
        let intents = try await store.paymentIntents(Invariants.all, of: simulation.organisation).items
        let enrollments = try await store.enrollments(Invariants.allEnrollments, of: simulation.organisation).items
        var complaints = simulation.witness.complaints.map { "V4, V5: \($0)" } + seen.withLock(\.complaints)
        complaints += missing(intents, enrollments)
        complaints += unpaid(intents, simulation.bank)
        complaints += spent(intents)
        for enrollment in enrollments {
            guard let credential = try await store.credential(of: enrollment.id) else { continue }
            complaints += counter(of: enrollment.id, credential.signCount)
        }
        return complaints
    }

    private static let all: PaymentIntentQuery = {
        var query = PaymentIntentQuery()
        query.page = PageRequest(size: 10_000)
        return query
    }()

    private static let allEnrollments: EnrollmentQuery = {
        var query = EnrollmentQuery()
        query.page = PageRequest(size: 10_000)
        return query
    }()

    /// V1: what was acknowledged is there, and an accepted payment is PROCESSING or at its end.
    private func missing(_ intents: [PaymentIntent], _ enrollments: [Enrollment]) -> [String] {
        let (accepted, existing) = seen.withLock { ($0.accepted, $0.existing) }
        let there = Set(intents.map { ObjectReference.paymentIntent($0.id) })
            .union(enrollments.map { .enrollment($0.id) })
        let lost = existing.subtracting(there).map { "V1: \($0) is missing" }
        let forgotten = intents.filter { accepted.contains($0.id) && $0.status == .pending }
        return lost + forgotten.map { "V1: the approval of \($0.id) is missing" }
    }

    /// V2, V3 and V10: money that moved belongs to one intent that was approved, once, with its amount; no SUCCEEDED
    /// without it and no FAILED or CANCELED with it.
    private func unpaid(_ intents: [PaymentIntent], _ bank: ScriptedBank) -> [String] {
        let movements = bank.movements
        let byID = Dictionary(grouping: movements, by: \.endToEndID)
        var complaints = byID.filter { $1.count > 1 }.map { "V3: \($0.key) was paid \($0.value.count) times" }
        let known = Dictionary(intents.map { ($0.endToEndID.text, $0) }) { first, _ in first }
        for movement in movements {
            guard let intent = known[movement.endToEndID] else {
                complaints.append("V2: \(movement.endToEndID) was paid for nobody")
                continue
            }
            if intent.amount != movement.amount { complaints.append("V10: \(intent.id) moved another amount") }
            if intent.approvalDigest == nil { complaints.append("V2: \(intent.id) was paid without an approval") }
            if intent.end != nil { complaints.append("V10: \(intent.id) was paid and is \(intent.status.rawValue)") }
        }
        for intent in intents where intent.status == .succeeded && byID[intent.endToEndID.text] == nil {
            complaints.append("V10: \(intent.id) is SUCCEEDED and nothing moved")
        }
        // One payment order a consent at most, whatever was repeated.
        let orders = bank.calls.filter { $0.operation == .createPayment }
        let bodies = Dictionary(grouping: orders, by: \.idempotencyKey).mapValues { Set($0.map(\.body)) }
        return complaints + bodies.filter { $1.count > 1 }.map { "V3: \($0.key ?? "no key") was sent with two bodies" }
    }

    /// V8: the assertion that spent a challenge never changes, and serves one intent.
    private func spent(_ intents: [PaymentIntent]) -> [String] {
        seen.withLock { seen in
            var complaints: [String] = []
            for intent in intents {
                let before = seen.approvals[intent.id]
                if let before, before != intent.approvalDigest {
                    complaints.append("V8: the challenge of \(intent.id) was spent again")
                }
                if let digest = intent.approvalDigest { seen.approvals[intent.id] = digest }
            }
            let digests = intents.compactMap(\.approvalDigest)
            if Set(digests).count != digests.count { complaints.append("V8: one assertion spent two challenges") }
            return complaints
        }
    }

    /// V9.
    private func counter(of enrollment: EnrollmentID, _ count: UInt32) -> [String] {
        seen.withLock { seen in
            defer { seen.counters[enrollment] = count }
            guard let before = seen.counters[enrollment], count < before else { return [] }
            return ["V9: the counter of \(enrollment) went from \(before) to \(count)"]
        }
    }
}
