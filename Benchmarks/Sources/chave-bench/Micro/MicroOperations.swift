import Foundation

/// All small operations of the benchmark, with their data.
///
/// The registrations, and the CBOR of one of them, are the vectors in the folder `CHAVE_VECTORS`; without it they are
/// left out.
struct MicroOperations {
    private let vectors: RegistrationVectors?
    private let others: [Operation]

    init() throws {
        vectors = try RegistrationVectors(folder: ProcessInfo.processInfo.environment["CHAVE_VECTORS"] ?? "")
        others = try wireOperations(vectors) + messageOperations() + tokenOperations() + [AssertionSample().operation]
    }

    /// The operation with this name, without verifying it first.
    subscript(name: String) -> Operation? {
        get throws { try others.first { $0.name == name } ?? vectors?.operation(named: name) }
    }

    /// The operations that work, and the reason why each other one is left out.
    func all() async throws -> (taken: [Operation], refused: [(name: String, reason: String)]) {
        guard let vectors else { return (others, [("registration", "there are no vectors in CHAVE_VECTORS")]) }
        let registrations = try await vectors.operations()
        return (others + registrations.taken, registrations.refused)
    }
}
