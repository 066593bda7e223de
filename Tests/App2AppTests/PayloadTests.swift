import App2App
import Testing

@Suite
struct PayloadTests {
    @Test
    func whatIsNotSaidIsMissing() {
        let payload = App2AppTokenActivationPayload(tokenReferenceID: "DNITHE000000000000000001")
        #expect(payload.tokenReferenceID == "DNITHE000000000000000001")
        #expect(payload.panReferenceID == nil)
    }
}
