import ChaveCeremonyDebugger
import ChaveWire
import Pages

/// The credential, and its attestation.
extension CeremonyParts {
    func newCredential(_ attested: JSONValue?) -> Group {
        let rows =
            bytes("credentialId", attested?["credentialId"], isNamed(attested?["credentialId"]))
            + row("aaguid", attested?["aaguid"], model(attested?["aaguid"]))
            + key(attested?["credentialPublicKey"])
        return Group(title: say("Credencial nova", "New credential"), rows: rows)
    }

    var storedCredential: Group {
        let inspected = InspectedBytes(request["stored"]?["publicKey"], as: .coseKey)
        // An authenticator without a user handle sends an empty one.
        let handle = response("userHandle")?.string.flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        let isSame = CeremonyParts.isSame(handle?.string, request["stored"]?["userHandle"]?.string)
        let rows =
            bytes("id", request["credential"]?["rawId"]) + key(inspected.json) + off(inspected.findings)
            + bytes(
                "userHandle",
                handle,
                request["stored"]?["userHandle"] == nil
                    ? "" : mark(isSame, ("o guardado", "the stored one"), ("outro", "another one"))
            )
        return Group(title: say("Credencial guardada", "Stored credential"), rows: rows)
    }

    /// The signature; one of ECDSA is in DER, and those of other keys have no parts.
    var signature: Group {
        let key = InspectedBytes(request["stored"]?["publicKey"], as: .coseKey).json
        let isElliptic = key?["kty"] == "EC2"
        let findings = isElliptic ? InspectedBytes(response("signature"), as: .signature).findings : []
        let verified = verdict.outcome == .verified
        let meaning: HTML =
            verified
            ? mark(true, ("confere com a chave guardada", "holds with the stored key"), ("", ""))
            : "\(say("sobre os dados do autenticador e o SHA-256 dos dados do cliente", "over authenticator data and the SHA-256 of the client data"))"
        return Group(
            title: say("Assinatura", "Signature"),
            rows: bytes("signature", response("signature"), meaning) + off(findings)
        )
    }

    func attestation(_ object: InspectedBytes) -> Group {
        let certificates = (object.json?["certificates"]?.array ?? []).prefix(4).map { certificate in
            Row(
                "x5c",
                Shown.code(certificate["subject"] ?? .null),
                "\(say("emitido por", "issued by")) \(Shown.code(certificate["issuer"] ?? .null))"
            )
        }
        let type = verdict.json["attestation"]?["type"]
        let rows =
            row("fmt", object.json?["fmt"], "\(say("formato da atestação", "the attestation's format"))")
            + row("type", type, meaning(ofType: type)) + row("attStmt", object.json?["attStmt"]) + certificates
            + off(object.findings)
        return Group(title: "\(say("Atestação", "Attestation")) (attestationObject)", rows: rows)
    }

    private func meaning(ofType type: JSONValue?) -> HTML {
        switch type?.string {
        case "none": "\(say("nada é atestado", "nothing is attested"))"
        case "self": "\(say("a própria credencial assinou", "the credential's own key signed"))"
        case "unanchored":
            "\(say("um certificado assinou; em quem o emitiu ninguém confia aqui", "a certificate signed; whoever issued it is not trusted here"))"
        case "anchored": "\(say("um certificado assinou, e é de confiança", "a certificate signed, and is trusted"))"
        default: ""
        }
    }

    private func isNamed(_ id: JSONValue?) -> HTML {
        mark(
            CeremonyParts.isSame(id?.string, request["credential"]?["rawId"]?.string),
            ("a que o cliente nomeia", "the one that the client names"),
            ("o cliente nomeia outra", "the client names another")
        )
    }

    private func model(_ aaguid: JSONValue?) -> HTML {
        let isZero = aaguid?.string?.utf8.allSatisfy { [UInt8(ascii: "0"), UInt8(ascii: "-")].contains($0) } == true
        return isZero
            ? "\(say("nenhum modelo é nomeado", "no model is named"))"
            : "\(say("o modelo do autenticador, se ele diz a verdade", "the authenticator's model, if it tells the truth"))"
    }

    /// A public key by its algorithm and size.
    private func key(_ key: JSONValue?) -> [Row] {
        guard let key else { return [] }
        guard key["kty"] != nil else {
            return row(
                "publicKey",
                key["diagnostic"],
                "\(say("nenhuma chave que se use aqui", "no key that is used here"))"
            )
        }
        let size = key["crv"]?.string ?? "RSA, \(4 * (key["n"]?.string?.utf8.count ?? 0)) bits"
        return [
            Row(
                "alg",
                Shown.code(algorithm(key["alg"])),
                "\(say("algoritmo da chave pública", "the public key's algorithm"))"
            )
        ]
            + [Row("publicKey", Shown.code(size), "\(say("curva ou tamanho", "curve or size"))")]
    }
}
