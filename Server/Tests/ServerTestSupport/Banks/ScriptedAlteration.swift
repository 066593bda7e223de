import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort

/// What an answer can say wrongly while the bank's books are right.
public enum ScriptedAlteration: String, Hashable, Sendable, CaseIterable {
    case creditorName, creditorTaxID, creditorAccount, pixKey, debtorAccount, loggedUser
    case consentID, endToEndID, enrollmentID
    case relyingParty, shortChallenge
}

extension InstitutionReply {
    /// The same answer with that one thing changed; as it is where it does not say that thing.
    func altered(_ alteration: ScriptedAlteration) -> InstitutionReply {
        guard case .answered(let status, let body, let date) = self else { return self }
        let bytes: [UInt8]
        if let message = try? OFBConsent(bytes: body) {
            bytes = message.altered(alteration).bytes
        } else if let message = try? OFBPayment(bytes: body) {
            bytes = message.altered(alteration).bytes
        } else if let message = try? OFBRegistrationOptions(bytes: body) {
            bytes = message.altered(alteration).bytes
        } else if let message = try? OFBSignOptions(bytes: body) {
            bytes = message.altered(alteration).bytes
        } else if var message = try? OFBEnrollment(bytes: body) {
            if alteration == .enrollmentID { message.enrollmentID += "2" }
            bytes = message.bytes
        } else {
            return self
        }
        return .answered(status: status, body: bytes, date: date)
    }
}

/// Another account, relying party and challenge than any in the tests; the challenge is one byte too short.
private enum Other {
    static let account = OFBAccount(ispb: "87654321", issuer: "0009", number: "99999", accountType: "CACC")
    static let cpf = "87517400444"
    static let relyingParty = "outra.example"
    static let challenge = [UInt8](repeating: 7, count: 15)
}

extension OFBConsent {
    fileprivate func altered(_ alteration: ScriptedAlteration) -> OFBConsent {
        var message = self
        switch alteration {
        case .creditorName: message.terms.creditorName += " e Filhos"
        case .creditorTaxID: message.terms.creditorTaxID = "19131243000197"
        case .creditorAccount: message.terms.creditorAccount = Other.account
        case .pixKey: message.terms.proxy = "outra@loja.example"
        case .debtorAccount: message.debtorAccount = Other.account
        case .loggedUser: message.cpf = Other.cpf
        case .consentID: message.consentID += "2"
        case .endToEndID, .enrollmentID, .relyingParty, .shortChallenge: break
        }
        return message
    }
}

extension OFBPayment {
    fileprivate func altered(_ alteration: ScriptedAlteration) -> OFBPayment {
        var message = self
        switch alteration {
        case .consentID: message.consentID = "urn:consent:outro"
        case .endToEndID: message.endToEndID = String(message.endToEndID.dropLast()) + "_"
        case .creditorName, .creditorTaxID, .creditorAccount, .pixKey, .debtorAccount, .loggedUser, .enrollmentID,
            .relyingParty, .shortChallenge:
            break
        }
        return message
    }
}

extension OFBRegistrationOptions {
    fileprivate func altered(_ alteration: ScriptedAlteration) -> OFBRegistrationOptions {
        var message = self
        if alteration == .enrollmentID { message.enrollmentID += "2" }
        if alteration == .relyingParty { message.options["rp"] = ["id": .string(Other.relyingParty), "name": "Outra"] }
        if alteration == .shortChallenge {
            message.options["challenge"] = .string(Base64URL.encode(Other.challenge))
        }
        return message
    }
}

extension OFBSignOptions {
    fileprivate func altered(_ alteration: ScriptedAlteration) -> OFBSignOptions {
        var message = self
        if alteration == .relyingParty { message.rpID = Other.relyingParty }
        if alteration == .shortChallenge { message.challenge = Other.challenge }
        return message
    }
}
