import ChaveBase
import Testing

@testable import ChaveWebAuthn

/// Walking along DER takes nothing that is not there.
struct DERElementsTests {
    private func elements(_ bytes: [UInt8]) throws -> [(tag: UInt8, content: [UInt8], encoded: [UInt8])] {
        var walk = DERElements(bytes[...])
        var found: [(tag: UInt8, content: [UInt8], encoded: [UInt8])] = []
        var taken = 0
        while taken < bytes.count {
            let element = try walk.next()
            taken += element.encoded.count
            found.append((element.tag, Array(element.content), Array(element.encoded)))
        }
        return found
    }

    @Test func elementsComeInTheirOrder() throws {
        let found = try elements([0x02, 0x01, 0x05, 0xA0, 0x00, 0x30, 0x02, 0x05, 0x00])
        #expect(found.map(\.tag) == [0x02, 0xA0, 0x30])
        #expect(found.map(\.content) == [[0x05], [], [0x05, 0x00]])
        #expect(found.map(\.encoded) == [[0x02, 0x01, 0x05], [0xA0, 0x00], [0x30, 0x02, 0x05, 0x00]])
    }

    @Test(arguments: [1, 2, 3, 4])
    func lengthsOfOneToFourBytesAreRead(_ size: Int) throws {
        let content = [UInt8](repeating: 7, count: 200)
        let length = Array(repeating: UInt8(0), count: size - 1) + [200]
        let found = try elements([0x04, 0x80 | UInt8(size)] + length + content + [0x05, 0x00])
        #expect(found.map(\.tag) == [0x04, 0x05])
        #expect(found.first?.content == content)
    }

    @Test func everyTruncationIsRefused() {
        let whole: [UInt8] = [0x30, 0x82, 0x00, 0x03, 0x02, 0x01, 0x05]
        for count in 0..<whole.count {
            var walk = DERElements(whole.prefix(count))
            #expect(throws: WireError.self) { try walk.next() }
        }
    }

    @Test(
        arguments: [
            [0x1F, 0x01, 0x00], [0xBF, 0x81, 0x01, 0x00], [0x30, 0x80, 0x00, 0x00], [0x30, 0x85, 0, 0, 0, 0, 1, 9],
            [0x30, 0xFF, 1], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        ] as [[UInt8]]
    )
    func longTagsAndLengthsWithoutEndAreRefused(_ bytes: [UInt8]) {
        var walk = DERElements(bytes[...])
        #expect(throws: WireError.self) { try walk.next() }
    }

    @Test func aSliceIsWalkedFromItsOwnStart() throws {
        let bytes: [UInt8] = [0xFF, 0xFF, 0x02, 0x01, 0x05, 0xFF]
        var walk = DERElements(bytes[2..<5])
        let element = try walk.next()
        #expect(Array(element.content) == [0x05])
        #expect(throws: WireError.self) { try walk.next() }
    }
}
