import ChaveTransport
import Foundation
import HolderBrowser
import Pages
import SandboxBank
import Testing

/// A browser as far as the holder's pages need one: cookies, forms, redirects.
struct Browser {
    let pages: HolderPages
    var cookies: [String: String] = [:]
    var acceptLanguage: String? = "pt-BR"

    init(_ pages: HolderPages) { self.pages = pages }

    mutating func get(_ address: String) async -> PageResponse {
        let page = PageAddress(address)
        return keep(
            await pages.respond(
                to: PageRequest(
                    method: "GET",
                    path: page.path,
                    query: page.query,
                    cookies: cookies,
                    acceptLanguage: acceptLanguage
                )
            )
        )
    }

    mutating func post(_ address: String, _ form: [String: String]) async -> PageResponse {
        keep(
            await pages.respond(
                to: PageRequest(
                    method: "POST",
                    path: PageAddress(address).path,
                    form: form,
                    cookies: cookies,
                    acceptLanguage: acceptLanguage
                )
            )
        )
    }

    /// Signs in as a holder and returns the approval page.
    mutating func signIn(_ redirectURL: String, cpf: String) async throws -> PageResponse {
        let page = await get(redirectURL)
        var form = fields(page)
        form["cpf"] = cpf
        form["password"] = try #require(SandboxHolder.with(cpf: cpf)?.password)
        let answer = await post(try #require(action(page)), form)
        return await get(try #require(answer.header("Location")))
    }

    /// The whole way of a holder, from the redirect to the callback's parameters.
    func decide(
        _ redirectURL: String,
        cpf: String,
        _ decision: HolderBrowser.Decision = .approve,
        choosing choices: [String: String] = [:]
    ) async throws -> [String: String] {
        var holder = HolderBrowser(
            transport: PagesTransport(pages: pages),
            cpf: cpf,
            password: try #require(SandboxHolder.with(cpf: cpf)?.password)
        )
        let callback = try await holder.decide(
            decision,
            choosing: choices,
            startingAt: redirectURL,
            until: Initiator.callback
        )
        return PageAddress(callback).query
    }

    /// What a browser would send of the page's form.
    func fields(_ page: PageResponse) -> [String: String] { HTMLForm(in: page.body)?.fields ?? [:] }

    func action(_ page: PageResponse) -> String? { HTMLForm(in: page.body)?.action }

    private mutating func keep(_ response: PageResponse) -> PageResponse {
        for header in response.headers where header.name == "Set-Cookie" {
            let pair = header.value.components(separatedBy: ";")[0].components(separatedBy: "=")
            cookies[pair[0]] = pair[1].isEmpty ? nil : pair[1]
        }
        return response
    }
}

/// Path below the mount and decoded query of an address.
struct PageAddress {
    var path = ""
    var query: [String: String] = [:]

    init(_ address: String) {
        guard let parts = URLComponents(string: address) else { return }
        path = parts.path.replacingOccurrences(of: "/bank/", with: "/")
        for item in parts.queryItems ?? [] { query[item.name] = item.value ?? "" }
    }
}

/// Carries a holder's browser to the pages.
private struct PagesTransport: HTTPTransport {
    let pages: HolderPages

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let address = PageAddress(request.url)
        let form = PageAddress("/?\(String(decoding: request.body ?? [], as: UTF8.self))").query
        var cookies: [String: String] = [:]
        for pair in (request.headers["Cookie"] ?? "").components(separatedBy: "; ") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        let page = await pages.respond(
            to: PageRequest(
                method: request.method.rawValue,
                path: address.path,
                query: address.query,
                form: form,
                cookies: cookies
            )
        )
        var response = HTTPResponse(status: page.status, body: page.body)
        for header in page.headers { response.headers[header.name] = header.value }
        return response
    }
}
