import Foundation

/// All small operations that are measured, with what they need.
struct MicroOperations {
    /// In the order of the tables.
    var all: [Operation]
    /// Vectors that are no operation, and why.
    var refused: [(name: String, reason: String)]

    /// Reads the vectors that `CHAVE_VECTORS` leads to; without them registrations and the CBOR of one are left out.
    init() async throws {
        let folder = ProcessInfo.processInfo.environment["CHAVE_VECTORS"] ?? ""
        let vectors = try RegistrationVectors(folder: folder)
        all = try wireOperations(vectors) + messageOperations() + tokenOperations()
        all.append(try AssertionSample().operation)
        refused = []
        if let vectors {
            let registrations = try await vectors.operations()
            all += registrations.taken
            refused = registrations.refused
        } else {
            refused.append(("registration", "there are no vectors in CHAVE_VECTORS"))
        }
    }

    subscript(name: String) -> Operation? { all.first { $0.name == name } }
}
