import ChaveBase
import ChavePixModel
import HTTPKernel
import TokenActivationCore

extension Schema {
    private static func sent(_ name: String, _ summary: String) -> Field {
        Field(name, .text(.anyText), .optional, summary)
    }

    /// The schema of a wallet's payload; the bounds of its members come from the core alone.
    static let tokenActivationPayload = Schema(
        "TokenActivationPayload",
        "What the wallet said, as the issuer's app passes it on; members that are not named here are left alone.",
        [
            sent("panReferenceID", "What network and issuer call the card's number."),
            sent("tokenRequestorID", "The wallet."), sent("tokenReferenceID", "The token."),
            sent("walletAccountID", "The person, as the wallet names them."),
            sent("deviceID", "The device that the token is bound to."),
            sent("deviceIndex", "Which of the token's devices it is, a whole number as text."),
            sent("reasonCode", "Why the wallet asks."),
        ]
    )

    static let activatedToken = Schema(
        "ActivatedToken",
        "What became of the token.",
        [
            .said("id", "The activation."), .said("tokenReferenceID", "The token."),
            Field("state", .enumeration(["ACTIVE", "DECLINED"]), .required, "ACTIVE, or DECLINED by the holder."),
        ]
    )
    static let activationPreview = Schema(
        "ActivationPreview",
        "What the holder is asked about.",
        [
            .said("cardName", "The card, as the holder knows it."), .said("lastFour", "Its last four digits."),
            Field("network", .enumeration(CardNetwork.allCases.map(\.rawValue)), .required, "The card's network."),
            .said("walletName", "The wallet."),
            .saidIfAny("deviceName", "The device, as the wallet calls it."), .said("tokenReferenceID", "The token."),
            tokenState("state"),
            Field("expiresAt", .timestamp, .optional, isNullable: false, "When the network stops waiting."),
        ]
    )
    static let tokenActivation = Schema(
        "TokenActivation",
        "An activation and its token.",
        [
            .said("id", "Its name."),
            .said(
                "tokenReferenceID",
                "The token; `sha256:` and a digest where a refused request named one that no network showed."
            ),
            Field(
                "state",
                .enumeration(["ACTIVATING", "ACTIVE", "DECLINED", "REFUSED", "FAILED"]),
                .required,
                "Where it stands."
            ),
            .saidIfAny("reason", "Why it was refused or failed: a code of a problem."),
            .said("lastFour", "The card's last four digits."), .said("walletName", "The wallet."),
            .saidIfAny("deviceName", "The device, as the wallet calls it."),
            Field("createdAt", .timestamp, .required, "When it was asked for."),
            Field(
                "tokenState",
                .enumeration(TokenState.allCases.map(\.rawValue)),
                .optional,
                isNullable: false,
                "The token's state at its network; left out where that cannot be asked."
            ),
        ]
    )

    private static func tokenState(_ name: String) -> Field {
        Field(name, .enumeration(TokenState.allCases.map(\.rawValue)), .required, "The token's state at its network.")
    }

    private static let cardToken = Schema(
        "CardToken",
        "A token of a card.",
        [
            .said("tokenReferenceID", "Its name at the network."), .said("walletName", "The wallet that it is in."),
            .saidIfAny("deviceName", "The device, as the wallet calls it."), tokenState("state"),
            .saidIfAny("activationID", "What an active one was activated by, to suspend it by."),
        ]
    )
    private static let card = Schema(
        "Card",
        "A card of the holder's.",
        [
            .said("panReferenceID", "What network and issuer call its number."),
            .said("name", "As the holder knows it."),
            Field("network", .enumeration(CardNetwork.allCases.map(\.rawValue)), .required, "Its network."),
            .said("lastFour", "The last four digits of its number."),
            Field("isBlocked", .boolean, .required, "Whether the issuer has blocked it."),
            Field(
                "tokens",
                .array(.object(cardToken), count: 0...10_000, takesSingleValue: false),
                .required,
                "The newest first."
            ),
        ]
    )
    static let cards = Schema(
        "Cards",
        "The holder's cards.",
        [Field("cards", .array(.object(card), count: 0...10_000, takesSingleValue: false), .required, "As issued.")]
    )

    private static let fieldProblem = Schema(
        "FieldProblem",
        "What is wrong with one member of the body, or with one parameter of the query.",
        [
            .saidIfAny("pointer", "The member, as a JSON Pointer in a fragment (RFC 6901, section 6)."),
            .saidIfAny("parameter", "The parameter of the query."),
            Field("code", .enumeration(ProblemCode.allCases.map(\.rawValue)), .required, "Why."),
            .said("detail", "One sentence for a developer."),
        ]
    )
    static let problem = Schema(
        "Problem",
        "A refusal (RFC 9457).",
        [
            .said("type", "The code's page."), .said("title", "One sentence, the same for each occurrence."),
            Field("status", .integer(400...599), .required, "The answer's own status."),
            .said("detail", "What there is to say, and the way out."),
            Field("code", .enumeration(ProblemCode.allCases.map(\.rawValue)), .required, "Why, for programs."),
            .said("request_id", "The answer's X-Request-Id."),
            Field("until", .timestamp, .optional, isNullable: false, "Until when it stays so."),
            Field(
                "errors",
                .array(.object(fieldProblem), count: 0...Problem.mostErrors, takesSingleValue: false),
                .required,
                "What is wrong with members of the body or parameters of the query."
            ),
        ]
    )
}
