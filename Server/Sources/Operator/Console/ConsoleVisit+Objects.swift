import ChaveBase
import ChavePixModel
import Pages

/// The pages of one object.
extension ConsoleVisit {
    func enrollment(_ id: EnrollmentID?) async throws(ConsoleFailure) -> Page {
        guard let id, var view = try await records.enrollment(id) else { throw .notFound }
        view.deadline = real(view.deadline)
        view.nextTry = real(view.nextTry)
        return EnrollmentScreen(
            frame: frame,
            view: view,
            exchanges: await exchanged(.enrollment(id)),
            ceremonies: await takenApart(.enrollment(id))
        ).page
    }

    func payment(_ id: PaymentIntentID?) async throws(ConsoleFailure) -> Page {
        guard let id, var view = try await records.payment(id) else { throw .notFound }
        view.deadline = real(view.deadline)
        view.nextTry = real(view.nextTry)
        return PaymentScreen(
            frame: frame,
            view: view,
            exchanges: await exchanged(.payment(id)),
            ceremonies: await takenApart(.payment(id))
        ).page
    }

    func delivery(_ id: WebhookDeliveryID?) async throws(ConsoleFailure) -> Page {
        guard let id, let view = try await records.delivery(id) else { throw .notFound }
        return DeliveryScreen(frame: frame, view: view).page
    }

    /// The real time at which a time of the deadlines' clock comes, unless that clock is put forward before.
    private func real(_ deadline: Timestamp?) -> Timestamp? {
        deadline?.adding(seconds: -(time?.aheadSeconds ?? 0))
    }

    private func exchanged(_ object: ConsoleObject) async -> HTML {
        guard let exchanges else { return "" }
        return ExchangeTable(frame: frame, exchanges: await exchanges.exchanges(of: object)).html
    }

    private func takenApart(_ object: ConsoleObject) async -> HTML {
        guard let ceremonies else { return "" }
        let kept = await ceremonies.ceremonies(of: object)
        let content: HTML =
            kept.isEmpty
            ? """
            <p class="soft">\(say(
                "A chave ainda não foi usada aqui, ou o servidor começou depois: cerimônias ficam só na memória dele.",
                "The passkey was not used here yet, or before the server started: ceremonies stay in its memory alone."
            ))</p>
            """ : await CeremonySection(kept, language: say).html()
        return """
            <h2>\(say("Chave de acesso", "Passkey"))</h2>
            \(content)
            """
    }
}
