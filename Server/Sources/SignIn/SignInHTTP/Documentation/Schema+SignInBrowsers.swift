import ChaveBase
import ChavePixModel
import HTTPKernel
import SignInCore
import SignInModel

extension Schema {
    static let browserForm = Schema(
        "BrowserApprovalForm",
        "The client, then the proof of the key.",
        [clientID] + proof
    )
    static let decisionForm = Schema(
        "BrowserDecisionForm",
        "The proof, which names decision and number; or, to refuse, the question's session alone.",
        [clientID] + proof + [
            Field("decision", .enumeration(["refuse"]), .optional, "Without an assertion; to agree takes a proof.")
        ]
    )

    static let browserQuestion = Schema(
        "BrowserQuestion",
        "What a device shows its person before a browser is signed in.",
        [
            .said("tenant_name", "Whose page it is."),
            .saidIfAny("client_name", "The app that asks; without it the person's own page."),
            .saidIfAny("browser", "By what it says of itself."), .saidIfAny("system", "By what it says of itself."),
            Field(
                "choices",
                .array(.text(.anyText), count: 3...3, takesSingleValue: false),
                .required,
                "For the person to pick from: the page shows one of them."
            ),
            .seconds("expires_in", "To answer."), .said("auth_session", "For the decision."),
            .said("challenge", "For the decision's proof."),
            Field("same_network", .boolean, .optional, "Whether device and browser come from one address, if known."),
            renewed,
        ]
    )
    static let browserOutcome = Schema(
        "BrowserOutcome",
        "What came of a device's answer.",
        [
            Field(
                "status",
                .enumeration(BrowserApprovalOutcome.allCases.map(\.rawValue)),
                .required,
                "Whether the page goes on."
            )
        ]
    )
}
