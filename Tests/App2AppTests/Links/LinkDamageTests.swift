import App2App
import Foundation
import Testing

/// A good link, damaged in every way: nothing traps, and what is taken keeps to the rules.
@Suite
struct LinkDamageTests {
    private static let values: [UInt8] = [
        0x00, 0x0A, 0x20, 0x23, 0x25, 0x26, 0x2B, 0x2F, 0x30, 0x3A, 0x3D, 0x3F, 0x40, 0x41, 0x5C, 0x7F, 0x80, 0xFF,
    ]
    private let rules = Sample.rules()

    /// Whether it was taken; then its callback is still the wallet's.
    private func isTaken(_ text: String) -> Bool {
        guard let link = try? TokenActivationLink(text: text, rules: rules) else { return false }
        let answer = link.callback.answer(.failure)?.absoluteString ?? ""
        // A letter of the host in the other case is the same host.
        #expect(answer.lowercased().hasPrefix("https://wallet.example"))
        #expect(answer.hasSuffix("stepupresponse=failure"))
        return true
    }

    @Test
    func everyTruncationIsSurvived() {
        let text = Sample.text()
        let taken = text.indices.filter { isTaken(String(text[..<$0])) }
        // Only within the callback's path may a shorter link be a good one.
        #expect(taken.allSatisfy { text[..<$0].contains("wallet.example") })
        #expect(isTaken(text))
    }

    @Test
    func everyChangedByteIsSurvived() {
        let bytes = Array(Sample.text().utf8)
        var count = 0
        let payload = "a2apayload=".utf8.count + "bank-app://token-activation/a2a?".utf8.count
        for position in bytes.indices {
            for value in Self.values where bytes[position] != value {
                var changed = bytes
                changed[position] = value
                let wasTaken = isTaken(String(decoding: changed, as: UTF8.self))
                // The address in front of the items is compared letter by letter.
                #expect(!wasTaken || position >= payload)
                count += 1
            }
        }
        print("cases: changed links \(count)")
    }

    @Test
    func everyBytePutInIsSurvived() {
        let bytes = Array(Sample.text().utf8)
        for position in bytes.indices {
            for value: UInt8 in [0x00, 0x25, 0x26, 0x3D, 0x40, 0x5C, 0xC0] {
                var longer = bytes
                longer.insert(value, at: position)
                _ = isTaken(String(decoding: longer, as: UTF8.self))
            }
        }
    }

    @Test
    func aMegabyteIsRefusedAtOnce() {
        let megabyte = String(repeating: "A", count: 1 << 20)
        let link = "bank-app://token-activation/a2a?wpcallback=wallet-app%3A%2F%2Fr&a2apayload=\(megabyte)"
        #expect(throws: TokenActivationLinkRefusal.tooLong) { try TokenActivationLink(text: link, rules: rules) }
        #expect(throws: TokenActivationLinkRefusal.payloadTooLong) {
            try App2AppTokenActivationPayload(base64: megabyte)
        }
    }

    @Test
    func theLimitsAreExact() throws {
        let text = Sample.text() + "&x="
        let full = text + String(repeating: "a", count: 8_192 - text.utf8.count)
        #expect(throws: Never.self) { try TokenActivationLink(text: full, rules: rules) }
        #expect(throws: TokenActivationLinkRefusal.tooLong) { try TokenActivationLink(text: full + "a", rules: rules) }
        let frame = #"{"walletAccountID":""}"#.utf8.count
        let longest = #"{"walletAccountID":"\#(String(repeating: "a", count: 4_096 - frame))"}"#
        let payload = try App2AppTokenActivationPayload(base64: Data(longest.utf8).base64EncodedString())
        #expect(payload.walletAccountID?.utf8.count == 4_096 - frame)
    }
}
