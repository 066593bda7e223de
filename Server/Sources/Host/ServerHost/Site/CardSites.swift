import ChaveBase
import Crypto
import Foundation
import HTTPKernel
import IssuerPages
import Pages
import PaymentsCore
import QRCodes
import SandboxCards
import SandboxWallet
import SignInCore
import SignInModel
import TokenActivationCore

/// The two sites of a card in a wallet: the wallet's, and the issuer's.
struct CardSites {
    let face: SandboxCardsFace
    let api: APIServer
    let world: World

    /// The paths of both sites, for the check of the host name in a request.
    static let paths = [WalletSettings.mountPath, IssuerSettings.mountPath]

    /// The mount of the wallet, and that of the issuer when people can sign in there.
    func mounts(key: String) -> [PageMounts.Mount] {
        [wallet(key: key)] + (face.issuerClientID.map { [issuer(clientID: $0)] } ?? [])
    }

    /// The wallet's mount; `key` is a lasting secret of the sandbox, and a secret derived from it proves the wallet's
    /// cookies.
    private func wallet(key: String) -> PageMounts.Mount {
        let secret = HMAC<SHA256>.authenticationCode(
            for: Data("wallet pages".utf8),
            using: SymmetricKey(data: Data(key.utf8))
        )
        let settings = WalletSettings(
            baseURL: face.baseURL,
            launchPath: IssuerSettings.launchPath,
            secret: Array(secret),
            // The data's path is for this machine alone, not for a reader of the page.
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
            backend: InProcessBackend(server: api),
            mailed: ActivationSuspensions(activations: face.activations),
            settings: settings,
            world: world
        ) { [face] subject, name in
            // A person gets cards at the first sign-in; if that fails, the page shows that there are none.
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
