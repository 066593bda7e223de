import ChaveBase
import Foundation
import SandboxCards
import Synchronization
import TokenActivationCore

@testable import SandboxWallet

/// The wallet's pages over the sandbox's networks, in a folder of their own.
final class WalletStage: Sendable {
    static let base = "http://localhost:8080"
    static let holder = CardHolder(tenant: "padaria-aurora", user: "maria")

    private let folder: URL
    let cards: SandboxCards
    let pages: WalletPages
    let later: Ahead

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "wallet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let random = WalletStage.random()
        let (now, later) = (Timestamp(seconds: 1_800_000_000), WalletStage.Ahead())
        var options = SandboxCards.Options()
        options.isSynced = false
        cards = try SandboxCards(
            directory: folder.path(),
            options: options,
            world: World(
                now: { now },
                uptimeMilliseconds: { 0 },
                randomBytes: random,
                sleep: { _ in },
                deadlinesAheadSeconds: { later.seconds }
            )
        )
        self.later = later
        pages = WalletPages(
            cards: cards,
            settings: WalletSettings(baseURL: WalletStage.base, launchPath: "/issuer/a2a", secret: [1, 2, 3]) {
                text,
                _ in
                "<svg data-length=\"\(text.utf8.count)\"></svg>"
            },
            world: World(
                now: { now },
                uptimeMilliseconds: { 0 },
                randomBytes: random,
                sleep: { _ in },
                deadlinesAheadSeconds: { later.seconds }
            )
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// How far the clock of deadlines is ahead.
    final class Ahead: Sendable {
        private let content = Mutex<Int64>(0)
        var seconds: Int64 {
            get { content.withLock { $0 } }
            set { content.withLock { $0 = newValue } }
        }
    }

    private static func random() -> @Sendable (Int) -> [UInt8] {
        let drawn = Ahead()
        return { count in
            drawn.seconds += 1
            var state = UInt64(bitPattern: drawn.seconds)
            return (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
        }
    }
}
