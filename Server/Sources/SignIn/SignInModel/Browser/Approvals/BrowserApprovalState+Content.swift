import ChaveBase
package import ChaveWire

/// The stored form of a state.
extension BrowserApprovalState {
    private enum Name: String { case idle, offered, asked, approved, ended }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("refused", refused.map(Int64.init))
        switch self {
        case .idle: content.set("name", Name.idle.rawValue)
        case .offered(let offer, _):
            content.set("name", Name.offered.rawValue)
            content.set("offer", offer.id)
            content.set("until", offer.until)
        case .asked(let question, _):
            content.set("name", Name.asked.rawValue)
            content["question"] = .object(question.content)
        case .approved(let question, let until, _):
            content.set("name", Name.approved.rawValue)
            content.set("until", until)
            content["question"] = .object(question.content)
        case .ended: content.set("name", Name.ended.rawValue)
        }
        return content
    }

    package init(content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserRequest.kind, content: content)
        let name = try reader.choice("name", as: Name.self)
        guard name != .ended else {
            self = .ended
            return
        }
        let refused = Int(clamping: try reader.integer("refused"))
        switch name {
        case .idle: self = .idle(refused: refused)
        case .offered:
            let offer = BrowserOffer(id: try reader.text("offer"), until: try reader.time("until"))
            self = .offered(offer, refused: refused)
        case .asked: self = .asked(try BrowserQuestion(content: reader.object("question")), refused: refused)
        case .approved:
            self = .approved(
                try BrowserQuestion(content: reader.object("question")),
                until: try reader.time("until"),
                refused: refused
            )
        case .ended: self = .ended
        }
    }
}

extension BrowserQuestion {
    fileprivate var content: JSONObject {
        var content = JSONObject()
        content.set("offer", offer)
        user.write(to: &content)
        content.set("session", session)
        content.set("number", number.text)
        content.set("choices", choices.map(\.text))
        content.set("until", until)
        return content
    }

    fileprivate init(content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserRequest.kind, content: content)
        guard let number = MatchNumber(text: try reader.text("number")) else {
            throw .damaged(kind: BrowserRequest.kind)
        }
        self.init(
            offer: try reader.text("offer"),
            user: try SignedInUser(reader),
            number: number,
            choices: try reader.texts("choices").compactMap(MatchNumber.init(text:)),
            until: try reader.time("until"),
            session: try reader.digest("session")
        )
    }
}
