import Foundation

/// All small operations that are measured, with what they need.
///
/// Registrations and the CBOR of one are those of the vectors that `CHAVE_VECTORS` leads to, and are left out without them.
struct MicroOperations {
    private let vectors: RegistrationVectors?
    private let others: [Operation]

    init() throws {
        vectors = try RegistrationVectors(folder: ProcessInfo.processInfo.environment["CHAVE_VECTORS"] ?? "")
        others = try wireOperations(vectors) + messageOperations() + tokenOperations() + [AssertionSample().operation]
    }

    /// One of them; nothing is verified for it beforehand.
    subscript(name: String) -> Operation? {
        get throws { try others.first { $0.name == name } ?? vectors?.operation(named: name) }
    }

    /// Those that do what they should, and why the others are left out.
    func all() async throws -> (taken: [Operation], refused: [(name: String, reason: String)]) {
        guard let vectors else { return (others, [("registration", "there are no vectors in CHAVE_VECTORS")]) }
        let registrations = try await vectors.operations()
        return (others + registrations.taken, registrations.refused)
    }
}
