import ChaveCeremonyDebugger
import ChaveWire
import Crypto
import Pages

/// The authenticator's answer.
extension CeremonyParts {
    func authenticatorData(_ data: JSONValue?, _ findings: [String]) -> Group {
        let rows =
            hash(data?["rpIdHash"]) + flags(data?["flags"])
            + row("signCount", data?["signCount"], counter(data?["signCount"]))
            + row(
                "extensions",
                data?["extensions"],
                "\(say("do autenticador; não contam", "the authenticator's; they count for nothing"))"
            )
            + row("clientExtensionResults", request["credential"]?["clientExtensionResults"])
        return Group(
            title: "\(say("Dados do autenticador", "Authenticator data")) (authenticatorData)",
            rows: rows + off(findings)
        )
    }

    private func hash(_ hash: JSONValue?) -> [Row] {
        guard let text = hash?.string else { return [] }
        return [Row("rpIdHash", "<code>\(Shown.ends(text))</code>", relyingParty(hash))]
    }

    private func relyingParty(_ hash: JSONValue?) -> HTML {
        let id = request["rpId"]?.string ?? ""
        let expected = Array(SHA256.hash(data: Array(id.utf8))).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0\(digits)" : digits
        }.joined()
        return mark(
            CeremonyParts.isSame(hash?.string, expected),
            ("o SHA-256 de rpId", "the SHA-256 of rpId"),
            ("de outro rpId", "another rpId's")
        )
    }

    // MARK: Flags

    private struct Flag {
        var name: String
        /// The flag's name in the debugger's output.
        var member: String
        /// The meanings of a flag that is set, and of one that is not.
        var set: Meaning
        var unset: Meaning
    }

    private typealias Meaning = (portuguese: String, english: String)

    private static let flags = [
        Flag(
            name: "UP",
            member: "userPresent",
            set: ("alguém estava presente: tocou ou confirmou", "somebody was there: touched or confirmed"),
            unset: ("ninguém tocou nem confirmou", "nobody touched or confirmed")
        ),
        Flag(
            name: "UV",
            member: "userVerified",
            set: ("a pessoa foi verificada: biometria ou PIN", "the person was verified: biometrics or PIN"),
            unset: ("a pessoa não foi verificada", "the person was not verified")
        ),
        Flag(
            name: "BE",
            member: "backupEligible",
            set: (
                "a credencial pode ser copiada para outros aparelhos", "the credential may be copied to other devices"
            ),
            unset: ("a credencial fica neste aparelho", "the credential stays on this device")
        ),
        Flag(
            name: "BS",
            member: "backupState",
            set: ("a credencial está copiada agora", "the credential is backed up now"),
            unset: ("a credencial não está copiada", "the credential is not backed up")
        ),
        Flag(
            name: "AT",
            member: "attestedCredentialData",
            set: ("traz uma credencial nova", "brings a new credential"),
            unset: ("não traz credencial nova", "brings no new credential")
        ),
        Flag(
            name: "ED",
            member: "extensionData",
            set: ("traz extensões do autenticador", "brings extensions of the authenticator"),
            unset: ("sem extensões do autenticador", "no extensions of the authenticator")
        ),
    ]

    private func flags(_ flags: JSONValue?) -> [Row] {
        guard let flags else { return [] }
        return CeremonyParts.flags.map { flag in
            let isSet = flags[flag.member] == true
            let value: HTML =
                isSet
                ? "<span class=\"state good\" data-set=\"true\">\(say("sim", "set"))</span>"
                : "<span class=\"state\" data-set=\"false\">\(say("não", "not set"))</span>"
            let meaning = isSet ? flag.set : flag.unset
            return Row(flag.name, value, "\(say(meaning.portuguese, meaning.english))")
        }
    }

    // MARK: Counter

    private func counter(_ came: JSONValue?) -> HTML {
        guard kind == .authentication, let stored = request["stored"]?["signCount"]?.number?.int64,
            let came = came?.number?.int64
        else { return "\(say("o contador de assinaturas", "the counter of signatures"))" }
        let before = say("guardado antes: \(stored).", "stored before: \(stored).")
        if stored == 0, came == 0 {
            return "\(before) \(say("Este autenticador não conta.", "This authenticator does not count."))"
        }
        return
            "\(before) \(mark(came > stored, ("subiu", "it rose"), ("não subiu: talvez uma cópia", "it did not rise: maybe a copy")))"
    }
}
