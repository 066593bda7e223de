import Pages

/// The pages that report a problem and the next step.
extension ConsoleVisit {
    func problem(_ failure: ConsoleFailure) -> PageResponse {
        if isHeld {
            // A reload of the page shows that the object is gone; data that cannot be read now is requested again
            // later.
            return failure == .notFound ? LiveStream.ended : PageResponse(status: 503)
        }
        switch failure {
        case .notFound:
            return problem(
                404,
                say("Não encontrado", "Not found"),
                "<p>\(say("Nada neste servidor tem este endereço.", "Nothing on this server has this address."))</p>"
            )
        case .conflict(let sentence):
            return problem(
                409,
                say("Isto não é possível agora", "This is not possible now"),
                "<p lang=\"en\">\(sentence)</p>"
            )
        case .unavailable:
            return problem(
                503,
                say("O servidor não pôde ler ou guardar", "The server could not read or store"),
                """
                <p>\(say(
                    "O registro do servidor diz por quê. Esta página tenta de novo a cada dez segundos.",
                    "The server's log says why. This page tries again every ten seconds."
                ))</p>
                """,
                reloads: request.method == "GET"
            )
        }
    }

    var outdated: PageResponse {
        problem(
            403,
            say("Esta página não vale mais", "This page is no longer valid"),
            "<p>\(say("Nada foi feito. Abra-a de novo.", "Nothing was done. Open it again."))</p>"
        )
    }

    private func problem(_ status: Int, _ title: String, _ text: HTML, reloads: Bool = false) -> PageResponse {
        let content: HTML = """
            <div class="notice bad">\(text)</div>
            <p><a class="button" href="\(ConsoleSettings.mountPath)">\(say("Ir para o console", "Go to the console"))</a></p>
            """
        var response = page(Page("problem", title: title, content: content), status: status)
        // The page reloads by itself, with script or without.
        if reloads { response.headers.append(PageResponse.Header(name: "Refresh", value: "10")) }
        return response
    }
}
