import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import SandboxBank
import Testing

/// A browser as far as the holder's pages need one: cookies, forms, redirects.
struct Browser {
    let pages: HolderPages
    var cookies: [String: String] = [:]
    var acceptLanguage: String? = "pt-BR"

    init(_ pages: HolderPages) { self.pages = pages }

    mutating func get(_ address: String) async -> HolderPageResponse {
        let (path, query) = split(address)
        return keep(
            await pages.respond(
                to: HolderPageRequest(
                    method: "GET",
                    path: path,
                    query: query,
                    cookies: cookies,
                    acceptLanguage: acceptLanguage
                )
            )
        )
    }

    mutating func post(_ address: String, _ form: [String: String]) async -> HolderPageResponse {
        keep(
            await pages.respond(
                to: HolderPageRequest(
                    method: "POST",
                    path: split(address).path,
                    form: form,
                    cookies: cookies,
                    acceptLanguage: acceptLanguage
                )
            )
        )
    }

    /// Signs in as a holder and returns the approval page.
    mutating func signIn(_ redirectURL: String, cpf: String) async throws -> HolderPageResponse {
        let page = await get(redirectURL)
        let password = try #require(SandboxHolder.with(cpf: cpf)?.password)
        var form = fields(page)
        form["cpf"] = cpf
        form["password"] = password
        let answer = await post(try #require(action(page)), form)
        return await get(try #require(answer.header("Location")))
    }

    /// The whole way: signs in, decides, and returns the callback's parameters.
    mutating func decide(
        _ redirectURL: String,
        cpf: String,
        _ decision: String = "approve",
        choosing changes: [String: String] = [:]
    ) async throws -> [String: String] {
        let page = try await signIn(redirectURL, cpf: cpf)
        var form = fields(page)
        form["decision"] = decision
        for (name, value) in changes { form[name] = value }
        let answer = await post(try #require(action(page)), form)
        #expect(answer.status == 303)
        return split(try #require(answer.header("Location"))).query
    }

    /// What a browser would send of the page's form: hidden fields, the checked radio button, the selected option.
    func fields(_ page: HolderPageResponse) -> [String: String] {
        let html = String(decoding: page.body, as: UTF8.self)
        var fields: [String: String] = [:]
        for tag in html.components(separatedBy: "<input").dropFirst().compactMap({
            $0.components(separatedBy: ">").first
        }) {
            guard let name = attribute("name", tag), attribute("type", tag) != "radio" || tag.contains(" checked")
            else { continue }
            fields[name] = attribute("value", tag) ?? ""
        }
        if html.contains("name=\"validity_days\"") { fields["validity_days"] = "365" }
        return fields
    }

    func action(_ page: HolderPageResponse) -> String? {
        let html = String(decoding: page.body, as: UTF8.self)
        return html.components(separatedBy: "<form").dropFirst().first.flatMap { attribute("action", $0) }
    }

    private func attribute(_ name: String, _ tag: String) -> String? {
        let parts = tag.components(separatedBy: " \(name)=\"")
        guard parts.count > 1 else { return nil }
        return parts[1].components(separatedBy: "\"").first
    }

    private mutating func keep(_ response: HolderPageResponse) -> HolderPageResponse {
        for header in response.headers where header.name == "Set-Cookie" {
            let pair = header.value.components(separatedBy: ";")[0].components(separatedBy: "=")
            cookies[pair[0]] = pair[1].isEmpty ? nil : pair[1]
        }
        return response
    }

    /// Path below the mount and decoded query of an address.
    func split(_ address: String) -> (path: String, query: [String: String]) {
        guard let parts = URLComponents(string: address) else { return ("", [:]) }
        var query: [String: String] = [:]
        for item in parts.queryItems ?? [] { query[item.name] = item.value ?? "" }
        return (parts.path.replacingOccurrences(of: "/bank/", with: "/"), query)
    }
}
