import ChaveBase
import ChavePixModel
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

    /// The forms of a page that lead to `place` of a bank, in their order.
    func forms(to place: String, in page: PageResponse) -> [HTMLForm] {
        page.html.components(separatedBy: "<form").dropFirst()
            .compactMap { HTMLForm(in: Array("<form\($0)".utf8)) }
            .filter { $0.action.hasSuffix("/\(place)") }
    }

    /// Sends the one form of a page that leads to `place`, with some of its fields changed.
    mutating func send(
        _ place: String,
        in page: PageResponse,
        _ changes: [String: String] = [:]
    ) async throws -> PageResponse {
        let form = try #require(forms(to: place, in: page).first)
        return await post(form.action, form.fields.merging(changes) { $1 })
    }

    /// Signs in at a bank's door, and returns the holder's own page.
    mutating func enter(_ institution: InstitutionID, cpf: String = Initiator.alice) async throws -> PageResponse {
        let welcome = await get("/bank/\(institution.text)")
        let password = try #require(SandboxHolder.with(cpf: cpf)?.password)
        let answer = try await send("enter", in: welcome, ["cpf": cpf, "password": password])
        return await get(try #require(answer.header("Location")))
    }

    /// The holder's own page, as whoever this browser is signed in as.
    mutating func home(_ institution: InstitutionID) async -> PageResponse {
        await get("/bank/\(institution.text)/home")
    }

    /// Revokes one of the devices on the page.
    mutating func revoke(_ enrollmentID: String, on page: PageResponse) async throws -> PageResponse {
        let form = try #require(
            forms(to: "revoke", in: page).first { $0.fields["enrollment"] == enrollmentID },
            "the page offers no such device"
        )
        return await post(form.action, form.fields)
    }

    /// Lets the day of the first scheduled payment on the page come, and returns the page after it.
    mutating func letDayCome(on page: PageResponse) async throws -> PageResponse {
        let answer = try await send("day", in: page)
        return await get(try #require(answer.header("Location")))
    }

    private mutating func keep(_ response: PageResponse) -> PageResponse {
        for header in response.headers where header.name == "Set-Cookie" {
            let pair = header.value.components(separatedBy: ";")[0].components(separatedBy: "=")
            cookies[pair[0]] = pair[1].isEmpty ? nil : pair[1]
        }
        return response
    }
}

extension PageResponse {
    var html: String { String(decoding: body, as: UTF8.self) }

    /// What the page calls itself to tests.
    var screen: String? {
        html.components(separatedBy: " data-screen=\"").dropFirst().first?.components(separatedBy: "\"").first
    }

    /// The enrollments of the page in their order, with the status that each shows.
    var devices: [(id: String, status: String)] {
        html.components(separatedBy: "<li data-enrollment=\"").dropFirst().map { item in
            let parts = item.components(separatedBy: "\"")
            return (parts[0], parts.count > 2 ? parts[2] : "")
        }
    }

    /// The text of each row of the statement, without markup and with its white space as one space.
    var statement: [String] {
        html.components(separatedBy: "<tr data-status").dropFirst().map { row in
            let end = row.range(of: "</tr>")?.lowerBound ?? row.endIndex
            var text = "", isTag = true
            for character in row[..<end] {
                switch character {
                case "<": (isTag, text) = (true, text + " ")
                case ">": isTag = false
                default: if !isTag { text.append(character) }
                }
            }
            return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
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
