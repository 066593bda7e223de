public import HTTPKernel
import Pages

/// The directory's pages for people: who takes part, and where their files are.
public struct DirectoryPages: PageHandler {
    private let folder: DirectoryFolder

    public init(_ folder: DirectoryFolder) { self.folder = folder }

    /// The list of participants.
    public var home: String? { "/" }

    public func claim(of request: ServerRequest) -> PageClaim? {
        if request.path == "/" { return PageClaim(route: "/", kind: .read) }
        return assets.claim(of: request)
    }

    public func answer(_ request: ServerRequest) async -> ServerAnswer {
        guard request.path == "/" else { return await assets.answer(request) }
        guard request.method == "GET" else { return ServerAnswer(.methodNotAllowed("GET")) }
        return ServerAnswer(response(to: request))
    }

    private var assets: PageMounts { PageMounts([]) }

    private func response(to request: ServerRequest) -> PageResponse {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let layout = PageLayout(
            .start,
            language: say,
            site: say("Diretório de participantes", "Participants' directory"),
            home: "/",
            footer: say(
                "Para desenvolvimento: nenhuma destas instituições existe.",
                "For development: none of these institutions exists."
            )
        )
        do {
            let state = try folder.state()
            let page = Page(
                "directory",
                title: say("Quem participa", "Who takes part"),
                path: "/",
                content: "\(participants(state, say))\(addresses(state.address, say))"
            )
            return .page(200, layout.html(page), language: say, policy: PagePolicy())
        } catch {
            let page = Page("problem", title: say("Sem resposta", "No answer"), content: "<p>\("\(error)")</p>")
            return .page(503, layout.html(page), language: say, policy: PagePolicy())
        }
    }

    private func participants(_ state: DirectoryState, _ say: PageLanguage) -> HTML {
        guard !state.organisations.isEmpty else {
            return "<p>\(say("Ninguém ainda. Use: chave directory add", "Nobody yet. Use: chave directory add"))</p>"
        }
        return StackTable(
            say("Participantes", "Participants"),
            columns: [
                .init(say("Nome", "Name")), .init("CNPJ"), .init(say("Papel", "Role")),
                .init(say("Endereço ou programa", "Address or program")), .init(say("Pasta", "Folder")),
            ],
            rows: state.organisations.map { organisation in
                let parts = organisation.authorisationServers.map(\.issuer) + organisation.software.map(\.clientName)
                return StackTable.Row([
                    "\(organisation.name)", "\(organisation.registrationNumber)", "\(organisation.role)",
                    "\(parts.joined(separator: ", "))", "<code>participants/\(organisation.folder)</code>",
                ])
            }
        ).html
    }

    private func addresses(_ address: DirectoryAddress, _ say: PageLanguage) -> HTML {
        """
        <h2>\(say("Onde perguntar", "Where to ask"))</h2>
        <dl>
        <dt>\(say("Participantes", "Participants"))</dt><dd><code>\(address.participants)</code></dd>
        <dt>\(say("Chaves", "Keys"))</dt><dd><code>\(address.keystore)</code></dd>
        <dt>\(say("Fichas dos programas (com certificado)", "Software statements (with a certificate)"))</dt>
        <dd><code>\(address.token)</code></dd>
        </dl>
        """
    }
}
