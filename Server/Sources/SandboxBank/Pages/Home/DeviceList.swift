import ChavePixModel
import InstitutionPort
import Pages

/// The devices of a holder: those that may pay, each with a button that ends it, and the last that ended.
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
        let cards: [HTML] = overview.devices.enumerated().map { openCard($1, number: $0 + 1) }
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

    /// The button is called by its word and the device, so that a list of buttons can be told apart.
    private func openCard(_ device: EnrollmentRecord, number: Int) -> HTML {
        let number = String(number)
        return """
            <li data-enrollment="\(device.id)" data-status="\(device.state.status.rawValue)">
            <h3 id="device-\(number)"><bdi>\(device.title(say))</bdi></h3>
            <p><span class="\(device.state.mark)">\(device.state.word(say))</span></p>
            <dl>
            \(particulars(device))\(validity(device))\(limits(device))</dl>
            <form method="post" action="\(frame.home)/revoke">
            <input type="hidden" name="csrf" value="\(csrf)">
            <input type="hidden" name="enrollment" value="\(device.id)">
            <button type="submit" class="harm" id="revoke-\(number)" aria-labelledby="revoke-\(number) device-\(number)">\
            \(say("Revogar", "Revoke"))</button>
            </form>
            </li>

            """
    }

    private func endedCard(_ device: EnrollmentRecord) -> HTML {
        """
        <li data-enrollment="\(device.id)" data-status="\(device.state.status.rawValue)">
        <h3><bdi>\(device.title(say))</bdi></h3>
        <p><span class="\(device.state.mark)">\(device.state.word(say))</span> <bdi>\(device.ending(say) ?? "")</bdi></p>
        <dl>
        \(particulars(device))\(row(say("Encerrado em", "Ended"), say.moment(device.changedAt)))</dl>
        </li>

        """
    }

    private func particulars(_ device: EnrollmentRecord) -> [HTML] {
        let account = overview.accounts.first { $0.id == device.account }
        return [
            device.platform.map { row(say("Aparelho", "Device"), "\($0.name(say))") } ?? "",
            account.map { row(say("Conta", "Account"), "\($0.kind(say)) \($0.account.number)") } ?? "",
            row(say("Pedido em", "Asked for"), say.moment(device.createdAt)),
        ]
    }

    /// How long it may pay, or is to be waited for.
    private func validity(_ device: EnrollmentRecord) -> HTML {
        switch device.state {
        case .authorised(let end):
            let never: HTML = "\(say("até você revogar", "until you revoke it"))"
            return row(say("Vale até", "Valid until"), end.map(say.moment) ?? never)
        case .awaitingRiskSignals(let end), .awaitingHolder(let end), .awaitingCredential(let end):
            return row(say("Espera até", "Waits until"), say.moment(end))
        case .rejected, .revoked: return ""
        }
    }

    private func limits(_ device: EnrollmentRecord) -> [HTML] {
        guard case .authorised = device.state else { return [] }
        let spent = device.spentToday(at: overview.now)
        return [
            row(say("Por pagamento", "Per payment"), limit(device.limits.transaction)),
            row(say("Por dia", "Per day"), limit(device.limits.daily)),
            spent > .zero ? row(say("Pago hoje (dia em UTC)", "Paid today (UTC day)"), "\(say.money(spent))") : "",
        ]
    }

    private func limit(_ limit: Money?) -> HTML { "\(limit.map(say.money) ?? say("o do banco", "the bank's"))" }

    private func row(_ name: String, _ value: HTML) -> HTML {
        """
        <dt>\(name)</dt><dd>\(value)</dd>

        """
    }
}

extension EnrollmentRecord {
    /// What its initiator called it.
    func title(_ say: PageLanguage) -> String { name ?? say("Vínculo sem nome", "Enrollment without a name") }
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
