import SandboxCards
import Testing
import TokenActivationCore

@Suite
struct SandboxWalletsTests {
    @Test
    func eachNetworkHasAWalletWithANumberOfElevenDigits() {
        #expect(Set(SandboxWallets.all.map(\.network)) == Set(CardNetwork.allCases))
        for wallet in SandboxWallets.all {
            #expect(wallet.id.utf8.count == 11 && wallet.id.utf8.allSatisfy { (48...57).contains($0) })
        }
    }
}
