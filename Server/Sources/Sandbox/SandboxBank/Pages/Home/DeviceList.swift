import ChaveBase
import ChavePixModel
import InstitutionPort
import Pages

/// The devices of a holder: the usable and pending ones, each with a button that ends it, and the last ended ones.
struct DeviceList {
    let frame: PageFrame
    let csrf: String
    let overview: HolderOverview

    private var say: PageLanguage { frame.language }

    var html: HTML {
        let ended: HTML =
            overview.endedDevices.isEmpty
            ? ""
            : """

            <h2>\(say("Aparelhos encerrados", "Devices that have ended"))</h2>
            <ul class="cards wide">
            \(overview.endedDevices.map(endedCard))</ul>
            """
        return """
            <h2>\(say("Aparelhos vinculados", "Enrolled devices"))</h2>
            \(open)\(olderLink)\(ended)
            """
    }

    private var open: HTML {
        guard !overview.devices.isEmpty else {
            return """
                <p>\(say("Nenhum aparelho pode pagar com a sua conta.", "No device may pay from your account."))</p>
                """
        }
        let cards: [HTML] = overview.devices.map(openCard)
        return """
            <ul class="cards wide">
            \(cards)</ul>
            """
    }

    private var olderLink: HTML {
        guard overview.hasOlderDevices, let last = overview.devices.last else { return "" }
        return """

            <p><a href="\(frame.ownPage)?older=\(last.id)">\(say("Aparelhos mais antigos", "Older devices"))</a></p>
            """
    }

    private func openCard(_ device: EnrollmentRecord) -> HTML {
        """
        <li data-enrollment="\(device.id)" data-status="\(device.state.status.rawValue)">
        <h3><bdi>\(device.title(at: frame.institution, say))</bdi></h3>
        <p><span class="\(device.state.mark)">\(device.state.word(say))</span></p>
        <dl>
        \(particulars(device))\(lastPayment(device))\(validity(device))\(limits(device))</dl>
        \(revoke(device))
        </li>

        """
    }

    /// The button that ends a device; its spoken name has the device, so that a list of buttons is distinguishable.
    private func revoke(_ device: EnrollmentRecord) -> HTML {
        FormButton(
            say("Revogar", "Revoke"),
            question: question(device),
            spoken: say("Revogar", "Revoke") + " " + device.title(at: frame.institution, say),
            action: "\(frame.home)/revoke",
            token: csrf,
            style: "harm",
            fields: "<input type=\"hidden\" name=\"enrollment\" value=\"\(device.id)\">\n"
        ).html
    }

    private func endedCard(_ device: EnrollmentRecord) -> HTML {
        """
        <li data-enrollment="\(device.id)" data-status="\(device.state.status.rawValue)">
        <h3><bdi>\(device.title(at: frame.institution, say))</bdi></h3>
        <p><span class="\(device.state.mark)">\(device.state.word(say))</span> <bdi>\(device.ending(say) ?? "")</bdi></p>
        <dl>
        \(particulars(device))\(row(say("Encerrado em", "Ended"), say.moment(device.changedAt)))</dl>
        </li>

        """
    }

    private func question(_ device: EnrollmentRecord) -> FormButton.Question {
        guard case .authorised = device.state else {
            return .init(
                say(
                    "O vínculo deste aparelho será encerrado antes de ficar pronto, e a loja será avisada.",
                    "This device's enrollment will end before it is complete, and the shop will be told."
                ),
                yes: say("Sim, revogar", "Yes, revoke")
            )
        }
        return .init(
            say(
                "Este aparelho não poderá mais pagar com a sua conta, e a loja será avisada.",
                "This device will no longer be able to pay from your account, and the shop will be told."
            ),
            yes: say("Sim, revogar", "Yes, revoke")
        )
    }

    private func particulars(_ device: EnrollmentRecord) -> [HTML] {
        let account = overview.accounts.first { $0.id == device.account }
        return [
            device.platform.map { row(say("Aparelho", "Device"), "\($0.name(say))") } ?? "",
            account.map { row(say("Conta", "Account"), "\($0.kind(say)) \($0.account.number)") } ?? "",
            row(say("Pedido em", "Asked for"), say.moment(device.createdAt)),
        ]
    }

    /// The device's latest settled payment in the statement, which distinguishes two devices of one shop.
    private func lastPayment(_ device: EnrollmentRecord) -> HTML {
        let last = overview.payments.first { $0.payment.enrollmentID == device.id && $0.payment.state == .settled }
        return last.map { row(say("Último pagamento", "Last payment"), say.moment($0.payment.createdAt)) } ?? ""
    }

    /// The end of the device's validity, or of its wait.
    private func validity(_ device: EnrollmentRecord) -> HTML {
        switch device.state {
        case .authorised(let end):
            let never: HTML = "\(say("até você revogar", "until you revoke it"))"
            return row(say("Vale até", "Valid until"), end.map(moment) ?? never)
        case .awaitingRiskSignals(let end), .awaitingHolder(let end), .awaitingCredential(let end):
            return row(say("Espera até", "Waits until"), moment(end))
        case .rejected, .revoked: return ""
        }
    }

    private func moment(_ deadline: Timestamp) -> HTML { say.moment(overview.realTime(of: deadline)) }

    private func limits(_ device: EnrollmentRecord) -> [HTML] {
        guard case .authorised = device.state else { return [] }
        let spent = device.spentToday(at: overview.now)
        let today: HTML = "\(say.money(spent)) \(say("(dia em UTC)", "(UTC day)"))"
        return [
            row(say("Por pagamento", "Per payment"), limit(device.limits.transaction)),
            row(say("Por dia", "Per day"), limit(device.limits.daily)),
            spent > .zero ? row(say("Pago hoje", "Paid today"), today) : "",
        ]
    }

    private func limit(_ limit: Money?) -> HTML { "\(limit.map(say.money) ?? say("o do banco", "the bank's"))" }

    private func row(_ name: String, _ value: HTML) -> HTML {
        """
        <dt>\(name)</dt><dd>\(value)</dd>

        """
    }
}

extension DevicePlatform {
    fileprivate func name(_ say: PageLanguage) -> String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        case .browser: say("Navegador", "Browser")
        }
    }
}
