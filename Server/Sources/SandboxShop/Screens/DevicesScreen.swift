import ChavePixModel
import Pages

/// This person's enrollments, with what became of them.
struct DevicesScreen {
    let frame: ShopFrame
    let token: String
    let enrollments: [EnrollmentResource]
    let banks: [InstitutionID: String]

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-devices",
            title: say("Meus bancos", "My banks"),
            path: "\(ShopSettings.mountPath)/devices",
            content: """
                \(enrollments.isEmpty ? nothing : table)
                <div class="actions">\(frame.link(say("Vincular este navegador", "Enroll this browser"), to: "/banks"))</div>
                """
        )
    }

    private var nothing: HTML {
        "<p>\(say("Nenhum banco vinculado ainda.", "No bank is enrolled yet."))</p>"
    }

    private var table: HTML {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(say("Vínculos", "Enrollments"))">
        <table>
        <thead><tr><th scope="col">\(say("Banco", "Bank"))</th><th scope="col">\(say("Conta", "Account"))</th>\
        <th scope="col">\(say("Desde (Brasília)", "Since (Brasília)"))</th><th scope="col">\(say("Estado", "State"))</th>\
        <th scope="col">\(say("Ações", "Actions"))</th></tr></thead>
        <tbody>
        \(enrollments.map(row))</tbody>
        </table>
        </div>
        """
    }

    private func row(_ enrollment: EnrollmentResource) -> HTML {
        let path = "/enrollments/\(enrollment.id.text)"
        let bank = banks[enrollment.details.institution] ?? say("Banco", "Bank")
        let isOpen = enrollment.status == .succeeded || enrollment.status == .pending
        let revoke: HTML =
            isOpen
            ? frame.button(
                say("Revogar", "Revoke"),
                posts: "\(path)/cancel",
                token: token,
                style: "harm",
                spoken: say("Revogar \(bank)", "Revoke \(bank)")
            ) : ""
        return """
            <tr><td><a href="\(ShopSettings.mountPath)\(path)">\(bank)</a></td>\
            <td>\(enrollment.details.payerInformation?.number ?? "–")</td>\
            <td>\(say.time(enrollment.createdAt))</td><td>\(state(enrollment))</td><td>\(revoke)</td></tr>

            """
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
