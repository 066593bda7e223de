import ChavePixModel
import Pages

/// The pages of an enrollment that can no longer pay, or never could.
extension EnrollmentScreen {
    var failed: Page {
        let reason = enrollment.statusReasonCode ?? .other
        return end("failed", reason, say("O vínculo não deu certo", "The enrollment did not work"), style: "bad")
    }

    /// The page of an ended enrollment; an end that the person asked for is not a failure.
    var ended: Page {
        let reason = enrollment.statusReasonCode ?? .other
        guard reason == .revokedByUser else {
            return end("ended", reason, say("O vínculo terminou", "The enrollment has ended"), style: "", more: passkey)
        }
        return end("ended", reason, say("Vínculo revogado", "Enrollment revoked"), style: "good", more: passkey)
    }

    private func end(
        _ name: String,
        _ reason: StatusReasonCode,
        _ title: String,
        style: String,
        more: HTML = ""
    ) -> Page {
        let text = ReasonTexts.of(reason)
        let account = PaymentSource(enrollment: enrollment, bank: bank, isHere: isHere).account
        return screen(
            name,
            reason: reason.rawValue,
            title,
            """
            <p class="notice \(style)"><strong>\(account)</strong><br>\(say(text.what.portuguese, text.what.english))</p>
            \(more)<p>\(say(text.next.portuguese, text.next.english))</p>
            \(reason == .revokedByUser ? "" : frame.code(reason.rawValue))\
            <div class="actions">\(frame.link(next(after: reason), to: "/banks"))\
            \(frame.link(say("Ver os produtos", "See the products"), to: ""))</div>
            """
        )
    }

    private var passkey: HTML {
        """
        <p>\(say(
            "A chave de acesso continua no aparelho em que foi criada: não paga mais nada, e você pode apagá-la lá.",
            "The passkey stays on the device where it was made: it pays nothing any more, and you may delete it there."
        ))</p>

        """
    }

    /// The label of the next step; another bank when this bank's policy refused.
    private func next(after reason: StatusReasonCode) -> String {
        reason == .institutionPolicy
            ? say("Escolher outro banco", "Choose another bank") : say("Vincular de novo", "Enroll again")
    }
}
