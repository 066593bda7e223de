import ChaveBase

@testable import IssuerPages

/// The issuer's pages over a scripted tenant and BFF.
struct IssuerStage {
    static let base = "http://localhost:8080"
    static let issuer = "\(base)/t/padaria-aurora"
    static let wallet = "\(base)/wallet/return/1"
    static let time = Timestamp(seconds: 1_800_000_000)

    let backend = ScriptedIssuer()
    let mailed = ScriptedSuspensions()
    let clock = Shared(IssuerStage.time)
    let pages: IssuerPages

    init(answers: Launch.Answers = IssuerStage.answers()) {
        let drawn = Shared<UInt64>(0)
        let clock = clock
        backend.clock.value = { clock.value }
        pages = IssuerPages(
            backend: backend,
            mailed: mailed,
            reader: ScriptedReader(answers: answers),
            settings: IssuerSettings(
                baseURL: IssuerStage.base,
                name: "Cartão Aurora",
                issuer: IssuerStage.issuer,
                clientID: "issuer-page"
            ),
            world: World(
                now: { clock.value },
                uptimeMilliseconds: { 0 },
                randomBytes: { count in
                    let number = drawn.change { drawn in
                        drawn += 1
                        return drawn
                    }
                    return (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * ($0 % 8))) }
                },
                sleep: { _ in }
            )
        ) { _, _ in }
    }

    static func answers(_ wallet: String = wallet) -> Launch.Answers {
        Launch.Answers(untilWord: "\(wallet)?stepupresponse=")
    }
}
