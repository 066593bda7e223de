import Pages
import Testing

/// Forms and cookies count only when they are ours.
@Suite struct PageKeyTests {
    private let key = PageKey(secret: Array(repeating: 7, count: 32))
    private let other = PageKey(secret: Array(repeating: 8, count: 32))

    @Test func aFormBelongsToItsSession() {
        let token = key.formToken(of: "session")
        #expect(key.accepts(token, of: "session"))
        #expect(!key.accepts(token, of: "session2"))
        #expect(!other.accepts(token, of: "session"))
        #expect(!key.accepts(nil, of: "session"))
        for wrong in ["", "=", token + "A", String(token.dropLast()), token.uppercased()] {
            #expect(!key.accepts(wrong, of: "session"), "\(wrong)")
        }
    }

    @Test func aTextIsOursOrNone() {
        let text = "{\"id\":\"é\u{301}\"}"
        let signed = key.signed(text)
        #expect(key.text(signed: signed) == text)
        #expect(other.text(signed: signed) == nil)
        for index in signed.indices {
            var changed = signed
            let replacement: Character = signed[index] == "A" ? "B" : "A"
            changed.replaceSubrange(index...index, with: [replacement])
            // The last character of unpadded base64url may carry unused bits; those are refused as well.
            #expect(key.text(signed: changed) == nil, "\(changed)")
        }
        for wrong in ["", ".", "..", "a.b", signed + ".", "." + signed] { #expect(key.text(signed: wrong) == nil) }
    }

    /// What proves a form proves no cookie.
    @Test func aProofHoldsForItsPurposeAlone() {
        let token = key.formToken(of: "session")
        let signed = key.signed("session").split(separator: ".")
        #expect(key.text(signed: "\(signed[0]).\(token)") == nil)
        #expect(!key.accepts(String(signed[1]), of: "session"))
    }
}
