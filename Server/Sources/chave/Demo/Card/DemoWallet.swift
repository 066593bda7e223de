import ChaveTransport
import Foundation
import HolderBrowser

/// A browser at the sandbox's wallet: it adds cards, reads the issuer's link, and opens a callback.
struct DemoWallet {
    /// A card in the wallet.
    struct Added: Sendable {
        /// The address of the card's page.
        let page: String
        /// The link that opens the issuer's app.
        let link: String
    }

    private let baseURL: String
    private var browser: FormVisitor

    /// Opens a new wallet for a person.
    init(of name: String, at baseURL: String, transport: any HTTPTransport) async throws {
        self.baseURL = baseURL
        browser = FormVisitor(transport: transport)
        let page = try await browser.open("\(baseURL)/wallet")
        _ = try await browser.submit(page, to: "/wallet/owner", filling: ["name": name])
    }

    /// Adds a card by its reference at the network; `temper` is the page's value for that network's behaviour.
    mutating func add(_ card: String, on device: String, temper: String = "prompt") async throws -> Added {
        let form = try await browser.open("\(baseURL)/wallet/add")
        let fields = ["card": card, "device": device, "temper": temper]
        let page = try await browser.submit(form, to: "/wallet/tokens", filling: fields)
        let link = try DemoWallet.found(page.text.firstMatch(of: /<code id="app-link">([^<]*)<\/code>/)?.1, on: page)
        return Added(page: page.url, link: link)
    }

    /// The state of the card's token at the network, as the page shows it.
    mutating func state(of card: Added) async throws -> String {
        let page = try await browser.open(card.page)
        return try DemoWallet.found(page.text.firstMatch(of: /<dd id="state"><span[^>]*>([^<]*)</)?.1, on: page)
    }

    /// Opens a callback, and returns the wallet's text about it.
    mutating func goBack(_ callback: URL) async throws -> String {
        let page = try await browser.open(callback.absoluteString)
        return try DemoWallet.found(page.text.firstMatch(of: /<p id="answer"[^>]*>([^<]*)</)?.1, on: page)
    }

    private static func found(_ text: Substring?, on page: FormBrowser.Page) throws -> String {
        guard let text else { throw CommandFailure("The wallet's page is another one than expected (\(page.status)).") }
        return String(text).replacing("&lt;", with: "<").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
