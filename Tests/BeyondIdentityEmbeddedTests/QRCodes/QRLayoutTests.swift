import Testing

@testable import BeyondIdentityEmbedded

struct QRLayoutTests {
    @Test(arguments: [(21, 290), (23, 310), (177, 1850)])
    func fourLightModulesStandOnEachSide(_ modules: Int, _ side: Int) throws {
        let layout = try #require(QRLayout(modules: modules))
        #expect(layout.margin == 40)
        #expect(layout.side == side)
    }

    @Test(arguments: [Int.min, -1, 0, 186, Int.max])
    func whatIsNoCodeHasNoPicture(_ modules: Int) {
        #expect(QRLayout(modules: modules) == nil)
    }
}
