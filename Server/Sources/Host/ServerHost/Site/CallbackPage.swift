import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import Hashing
import Pages
import PaymentsModel

/// The address of a sandbox to which a bank may send the holder of a terminal, or of a program of one's own, back.
public enum SandboxCallback {
    /// The page that shows its own address, with the bank's answer, to copy.
    public static let path = "/callback"
    /// The address at which a terminal asks for the answer of one enrollment: `?enrollment=`.
    public static let waitingPath = "/callback/waiting"
}

/// Shows the address with a bank's answer to copy it, and hands it to a terminal that waits.
///
///     GET  /callback?…                      the page; a bank of this process answers in the query
///     POST /callback                        by the page's script: the answer of a bank on the wire, from the fragment
///     GET  /callback/waiting?enrollment=…   the address, once, in JSON; 204 while there is none
///
/// A code belongs to whoever began the enrollment. Therefore only an answer whose `state` an enrollment waits for is
/// kept, for two minutes (``CallbackShelf``). It goes to one caller who may read that enrollment by the API, and who is
/// on the browser's machine: a link that somebody sent to another person brings the sender nothing.
struct CallbackPage: Sendable {
    let store: any PaymentsStore
    let api: APIServer
    let baseURL: String
    let world: World
    let shelf = CallbackShelf()

    /// The page, or the script's request.
    func answer(_ request: ServerRequest) async -> ServerAnswer {
        switch request.method {
        case "GET": await page(request)
        case "POST": await handed(request)
        default: ServerAnswer(.methodNotAllowed("GET, POST"))
        }
    }

    // MARK: The browser

    private func page(_ request: ServerRequest) async -> ServerAnswer {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let hasAnswer = CallbackPage.isAnswer(PageFields.decode(request.query))
        let address = hasAnswer ? "\(baseURL)\(SandboxCallback.path)?\(request.query)" : ""
        let isKept = await isKept(address, request.query, from: request.client)
        let page = Page(
            "callback",
            title: say("De volta do banco", "Back from the bank"),
            path: SandboxCallback.path,
            scripts: [PageAsset.callback.path],
            content: content(address, isKept: isKept, say)
        )
        let policy = PagePolicy(hasImages: true, hasScripts: true)
        return ServerAnswer(.page(200, SandboxLayout.of(say).html(page), language: say, policy: policy))
    }

    private func handed(_ request: ServerRequest) async -> ServerAnswer {
        guard case .bytes(let body) = request.body else { return ServerAnswer(status: 413) }
        let fragment = String(decoding: body, as: UTF8.self)
        let address = "\(baseURL)\(SandboxCallback.path)#\(fragment)"
        let isKept = await isKept(address, fragment, from: request.client)
        let json: JSONValue = ["handed": .bool(isKept)]
        return ServerAnswer(.json(json.encoded()))
    }

    /// Whether the fields are an answer of a bank, of whichever outcome.
    private static func isAnswer(_ fields: [String: String]) -> Bool {
        fields["state"]?.isEmpty == false && (fields["code"] != nil || fields["error"] != nil)
    }

    /// Puts an answer on the shelf if an enrollment waits for its `state`.
    private func isKept(_ address: String, _ answer: String, from client: IPAddress?) async -> Bool {
        let fields = PageFields.decode(answer)
        guard CallbackPage.isAnswer(fields), let state = fields["state"] else { return false }
        let found: Enrollment?
        do throws(StorageFault) {
            found = try await store.enrollment(stateDigest: Digest(ofText: state))
        } catch {
            return false
        }
        guard let found, found.awaits(fields) else { return false }
        return shelf.put(address, of: found.id, from: client, at: world.now())
    }

    private func content(_ address: String, isKept: Bool, _ say: PageLanguage) -> HTML {
        let hidden: HTML = " hidden"
        return """
            <div id="returned" data-hands-to="\(SandboxCallback.path)"\(address.isEmpty ? hidden : "")>
            <p class="notice good" id="handed" role="status"\(isKept ? "" : hidden)>\(say(
                "Um terminal desta máquina que espera por esta resposta a recebe sozinho: volte a ele.",
                "A terminal on this machine that waits for this answer gets it by itself: go back to it."
            ))</p>
            <p>\(say(
                "Outro programa precisa deste endereço inteiro. Copie-o para ele; a resposta vale uma vez.",
                "Another program needs this whole address. Copy it there; the answer is good once."
            ))</p>
            <pre><code id="address">\(address)</code></pre>
            <div class="actions"><button type="button" id="copy" hidden>\(say("Copiar o endereço", "Copy the address"))</button>
            <p role="status" id="copied" data-done="\(say("Copiado.", "Copied."))" \
            data-selected="\(say("Selecionado: copie com o teclado.", "Selected: copy it with the keyboard."))"></p></div>
            </div>
            <p id="nothing"\(address.isEmpty ? "" : hidden)>\(say(
                "Um banco manda de volta para cá quem decidiu lá. Neste endereço não há resposta de nenhum banco.",
                "A bank sends people who have decided there back to here. This address has no answer of a bank."
            ))</p>
            <p><a href="/">\(say("Ir ao início", "Go to the start"))</a></p>
            """
    }

    // MARK: The terminal

    /// The answer for a waiting terminal, which proves by its credentials of the API that it may read the enrollment.
    func waiting(_ request: ServerRequest) async -> ServerAnswer {
        guard request.method == "GET" else { return ServerAnswer(.methodNotAllowed("GET")) }
        let wanted = PageFields.decode(request.query)["enrollment"].flatMap { EnrollmentID($0) }
        guard let enrollment = wanted else { return ServerAnswer(.json(Array("{}".utf8), status: 404)) }
        var reading = ServerRequest(
            method: "GET",
            path: "/payments/br/enrollments/\(enrollment.text)/",
            headers: request.headers.filter { ["authorization", "chave-device"].contains($0.name) }
        )
        reading.client = request.client
        reading.isWithinPage = true
        let read = await api.respond(to: reading).answer
        guard read.status == 200 else { return ServerAnswer(.json(read.body, status: read.status)) }
        guard let address = shelf.take(enrollment, by: request.client, at: world.now()) else {
            return ServerAnswer(status: 204, headers: [("Cache-Control", "no-store")])
        }
        let json: JSONValue = ["callback_url": .string(address)]
        return ServerAnswer(.json(json.encoded()))
    }
}

extension Enrollment {
    /// Whether the enrollment still takes this answer.
    ///
    /// The bank's own notification of a refusal may come before the person does.
    fileprivate func awaits(_ answer: [String: String]) -> Bool {
        if case .awaitingHolder = state { return true }
        return answer["error"] != nil && callbackDigest == nil && end?.outcome == .failed
    }
}
