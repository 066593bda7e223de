import PostgresClient
import PostgresNodes
import PostgresTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedForwardOffsetTests {
    /// Whatever several nodes add at the same time is all there, and never more than may be.
    @Test func whatNodesAddAtOnceIsAllThere() async throws {
        try await SharedServer.withPool("an offset of several nodes") { pool async throws in
            let nodes = [try await SharedForwardOffset(over: pool), try await SharedForwardOffset(over: pool)]
            #expect(try await nodes[0].seconds() == 0)
            let answers = try await withThrowingTaskGroup(of: Int64?.self) { group in
                for number in 0..<20 { group.addTask { try await nodes[number % 2].add(60, atMost: 900) } }
                return try await group.reduce(into: [Int64?]()) { $0.append($1) }
            }
            #expect(Set(answers.compactMap { $0 }) == Set((1...15).map { Int64($0 * 60) }))
            #expect(answers.count { $0 == nil } == 5)
            #expect(try await nodes[1].seconds() == 900)
            #expect(try await nodes[1].add(.max, atMost: 900) == nil)
        }
    }
}
