import ChaveBase
import ChavePixModel
import Pages

/// This person's enrollments with their states.
struct DevicesScreen {
    let frame: ShopFrame
    let enrollments: [EnrollmentResource]
    let banks: [InstitutionID: String]
    /// The enrollments whose passkeys this browser made.
    let here: Set<EnrollmentID>

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-devices",
            title: say("Meus bancos", "My banks"),
            path: "\(ShopSettings.mountPath)/devices",
            content: """
                \(enrollments.isEmpty ? nothing : table)
                <div class="actions">\(frame.link(enroll, to: "/banks"))</div>
                """
        )
    }

    private var enroll: String {
        enrollments.contains { $0.status == .succeeded && here.contains($0.id) }
            ? say("Vincular outra conta", "Enroll another account")
            : say("Vincular este navegador", "Enroll this browser")
    }

    /// The usable enrollments first, then the pending ones, then the others, each group newest first.
    private var ordered: [EnrollmentResource] {
        let active = enrollments.filter { $0.status == .succeeded }, open = enrollments.filter { $0.status == .pending }
        return active + open + enrollments.filter { $0.status != .succeeded && $0.status != .pending }
    }

    private var nothing: HTML {
        "<p>\(say("Nenhum banco vinculado ainda.", "No bank is enrolled yet."))</p>"
    }

    private var table: HTML {
        StackTable(
            say("Vínculos", "Enrollments"),
            columns: [
                .init(say("Banco", "Bank")), .init(say("Conta", "Account")),
                .init(say("Desde (Brasília)", "Since (Brasília)")), .init(say("Onde", "Where")),
                .init(say("Estado", "State")), .init(say("Ações", "Actions")),
            ],
            rows: ordered.map(row)
        ).html
    }

    private func row(_ enrollment: EnrollmentResource) -> StackTable.Row {
        let path = "/enrollments/\(enrollment.id.text)"
        let bank = banks[enrollment.details.institution] ?? say("Banco", "Bank")
        return StackTable.Row([
            "<a href=\"\(ShopSettings.mountPath)\(path)\">\(bank)</a>",
            "\(enrollment.details.payerInformation?.number ?? "–")", "\(say.time(enrollment.createdAt))",
            "\(place(of: enrollment))", state(enrollment), end(of: enrollment, at: bank),
        ])
    }

    /// The button that ends the enrollment; its label names the bank, because several buttons are on the page.
    private func end(of enrollment: EnrollmentResource, at bank: String) -> HTML {
        let ending: (label: String, question: FormButton.Question)
        switch enrollment.status {
        case .succeeded: ending = (say("Revogar", "Revoke"), .revocation(say))
        case .pending: ending = (say("Desistir", "Give up"), .givingUp(say))
        default: return ""
        }
        return frame.button(
            ending.label,
            posts: "/enrollments/\(enrollment.id.text)/cancel",
            style: "harm",
            question: ending.question,
            spoken: "\(ending.label) \(bank)"
        )
    }

    /// The place of an enrollment's passkey; an enrollment that never succeeded has none.
    private func place(of enrollment: EnrollmentResource) -> String {
        guard enrollment.status == .succeeded else { return "–" }
        return here.contains(enrollment.id)
            ? say("Neste navegador", "In this browser") : say("Em outro lugar", "Elsewhere")
    }

    private func state(_ enrollment: EnrollmentResource) -> HTML {
        switch enrollment.status {
        case .succeeded: "<span class=\"state good\">\(say("Ativo", "Active"))</span>"
        case .pending: "<span class=\"state\">\(say("Em andamento", "Under way"))</span>"
        case .canceled: "<span class=\"state bad\">\(say("Encerrado", "Ended"))</span>"
        default: "<span class=\"state bad\">\(say("Não deu certo", "Did not work"))</span>"
        }
    }
}

extension FormButton.Question {
    /// The question before revoking a usable enrollment.
    static func revocation(_ say: PageLanguage) -> FormButton.Question {
        FormButton.Question(
            say(
                "Este vínculo não poderá mais pagar; para voltar a pagar com esta conta, será preciso vinculá-la outra vez.",
                "This enrollment will pay no more; to pay from this account again, enroll it again."
            ),
            yes: say("Sim, revogar", "Yes, revoke")
        )
    }

    /// The question before ending an incomplete enrollment.
    fileprivate static func givingUp(_ say: PageLanguage) -> FormButton.Question {
        FormButton.Question(
            say(
                "Este vínculo ainda não está completo e será encerrado.",
                "This enrollment is not complete yet, and ends here."
            ),
            yes: say("Sim, desistir", "Yes, give up")
        )
    }
}
