import Testing

@testable import PostgresClient

@Suite struct ValueTests {
    @Test func aDescriptionShowsNoContent() {
        let values: [PostgresValue] = [.text("personal"), .bytes(Array("personal".utf8)), .integer(4_711)]
        let statement = PostgresStatement("SELECT $1", values)
        #expect(!"\(values) \(statement) \(String(reflecting: values))".contains("personal"))
        #expect(!"\(values)".contains("4711"))
    }

    @Test func whatIsNotOfItsTypesSizeIsNotRead() {
        for type in [PostgresType.boolean, PostgresType.int2, PostgresType.int4, PostgresType.int8] {
            for count in [0, 3, 5, 9] {
                let wire = [UInt8](repeating: 1, count: count)
                #expect(wire.withUnsafeBufferPointer { PostgresValue(type: type, wire: $0) } == nil)
            }
        }
        let notText: [UInt8] = [0xC3, 0x28]
        #expect(notText.withUnsafeBufferPointer { PostgresValue(type: PostgresType.text, wire: $0) } == nil)
        #expect(notText.withUnsafeBufferPointer { PostgresValue(type: 1_700, wire: $0) } == nil)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 0x0102_0304_0506_0708, Int64.max])
    func aNumberIsReadAsItIsWritten(_ number: Int64) throws {
        let wire = try #require(PostgresValue.integer(number).wire)
        let read = wire.withUnsafeBufferPointer { PostgresValue(type: PostgresType.int8, wire: $0) }
        #expect(read == .integer(number))
    }

    @Test func smallerNumbersKeepTheirSign() {
        let cases: [(UInt32, [UInt8], Int64)] = [
            (PostgresType.int2, [0xFF, 0xFE], -2), (PostgresType.int4, [0xFF, 0xFF, 0xFF, 0xFD], -3),
            (PostgresType.objectID, [0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
        ]
        for (type, wire, number) in cases {
            #expect(wire.withUnsafeBufferPointer { PostgresValue(type: type, wire: $0) } == .integer(number))
        }
    }

    @Test func aColumnOfAnotherKindIsNamed() throws {
        var columns = PostgresColumns([.integer(1), .text("x"), .null])
        let first = try columns.integer()
        #expect(first == 1)
        let error = #expect(throws: PostgresError.self) { try columns.bytes() }
        #expect(error?.explanation == "column 2 is text and should be bytes")
        let third = try columns.optionalText()
        #expect(third == nil)
        #expect(throws: PostgresError.self) { try columns.optionalInteger() }
    }

    @Test func aPlanIsUsedForItsTypesAlone() throws {
        var names = StatementNames()
        let first = try next([20, 0], after: nil, of: &names)
        #expect(first.takes([20, 0]))
        #expect(first.takes([0, 0]))
        #expect(!first.takes([20, 25]), "the server may have taken another type for the null")
        #expect(!first.takes([25, 0]))
        #expect(!first.takes([20]))
        let second = try next([0, 25], after: first, of: &names)
        #expect(second.types == [20, 25])
        #expect(second.name != first.name)
        for _ in 2..<StatementNames.most { _ = try next([], after: nil, of: &names) }
        let oneMore = names.next([], after: nil)
        #expect(oneMore == nil)
    }

    private func next(
        _ types: [UInt32],
        after older: StatementNames.Plan?,
        of names: inout StatementNames
    ) throws -> StatementNames.Plan {
        let plan = names.next(types, after: older)
        return try #require(plan)
    }
}
