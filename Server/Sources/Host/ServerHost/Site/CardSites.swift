import ChaveBase
import Crypto
import Foundation
import HTTPKernel
import IssuerPages
import PaymentsCore
import QRCodes
import SandboxCards
import SandboxWallet
import SignInCore
import TokenActivationCore

/// The two sites of a card in a wallet: the wallet's, and the issuer's.
struct CardSites {
    let face: SandboxCardsFace
    let api: APIServer
    let world: World

    /// Where they stand, for whoever looks at the name that a browser came by.
    static let paths = [WalletSettings.mountPath, IssuerSettings.mountPath]

    /// The wallet's place, and the issuer's where somebody can sign in there.
    func mounts(key: String) -> [PageMounts.Mount] {
        [wallet(key: key)] + (face.issuerClientID.map { [issuer(clientID: $0)] } ?? [])
    }

    /// `key` is a secret of the sandbox that outlives the process; the wallet's cookies are proven by what is made of it.
    private func wallet(key: String) -> PageMounts.Mount {
        let secret = HMAC<SHA256>.authenticationCode(
            for: Data("wallet pages".utf8),
            using: SymmetricKey(data: Data(key.utf8))
        )
        let settings = WalletSettings(
            baseURL: face.baseURL,
            launchPath: IssuerSettings.launchPath,
            secret: Array(secret),
            // Where the data is concerns this machine alone, and not whoever reads the page.
            whereItIs: " --server \(face.baseURL)"
        ) { text, title in try? QRMatrix(text: text).svg(title: title) }
        let pages = WalletPages(
            cards: face.cards,
            settings: settings,
            world: world
        )
        return PageMounts.Mount(WalletSettings.mountPath, pages, held: WalletSettings.heldSegment)
    }

    private func issuer(clientID: String) -> PageMounts.Mount {
        let settings = IssuerSettings(
            baseURL: face.baseURL,
            name: "Cartão Aurora",
            issuer: SignInPolicy(baseURL: face.baseURL).issuer(of: face.tenant),
            clientID: clientID,
            ownReturnPath: WalletSettings.returnPath
        )
        let pages = IssuerPages(
            backend: InProcessIssuer(server: api),
            mailed: ActivationSuspensions(activations: face.activations),
            settings: settings,
            world: world
        ) { [face] subject, name in
            // Whoever signs in for the first time is given cards; without them the page says that there are none.
            let holder = CardHolder(tenant: face.tenant.text, user: subject)
            _ = try? await face.cards.issue(to: holder, displayName: name)
        }
        return PageMounts.Mount(
            IssuerSettings.mountPath,
            pages,
            held: IssuerSettings.heldSegment,
            opens: IssuerSettings.opensSession
        )
    }
}
