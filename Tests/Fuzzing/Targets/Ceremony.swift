import ChaveWebAuthn
import ChaveWire
import Dispatch

/// The relying party of the specification's test vectors, which are the corpus.
let sampleRelyingParty = RelyingParty(
    id: "example.org",
    origins: ["https://example.org"],
    topOrigins: ["https://example.com"]
)

/// The challenge that this client data answers, so that a ceremony gets beyond that step.
///
/// One too short to be issued is not what the relying party expects either.
func challenge(in clientData: [UInt8]) -> [UInt8] {
    let answered = (try? CollectedClientData(decoding: clientData))?.challenge ?? []
    return answered.count < 16 ? Array(repeating: 0, count: 16) : answered
}

/// Waits for `work` on the fuzzer's thread: it calls a target again only after it has returned.
func onThisThread<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            outcome.result = .success(try await work())
        } catch {
            outcome.result = .failure(error)
        }
        done.signal()
    }
    done.wait()
    return try outcome.result.get()
}

/// Unchecked: written before the semaphore is signalled, read after it was waited for.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error> = .failure(CancellationError())
}

/// Cuts an input into pieces, each behind its length in two bytes; what is missing is empty.
struct Parts {
    private(set) var rest: [UInt8]

    init(_ bytes: [UInt8]) { rest = bytes }

    mutating func next() -> [UInt8] {
        guard rest.count >= 2 else {
            defer { rest = [] }
            return []
        }
        let count = min(Int(rest[0]) << 8 | Int(rest[1]), rest.count - 2)
        defer { rest.removeFirst(2 + count) }
        return Array(rest[2..<2 + count])
    }
}
