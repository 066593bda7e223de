import ChavePixModel

/// A product of the shop.
///
/// The prices show the possible outcomes of a payment at the sandbox bank.
struct Product: Hashable, Sendable {
    struct Names: Hashable, Sendable {
        let portuguese: String
        let english: String
    }

    let id: String
    let names: Names
    /// The outcome that its buyer will see; `nil` for a normal payment.
    let lesson: Names?
    /// The failures that the lesson explains.
    let taught: Set<FailureCode>
    let price: Money

    static let all: [Product] = [
        Product("coffee", "Café especial, 250 g", "Specialty coffee, 250 g", centavos: 18_90),
        Product("book", "Livro de receitas", "Cookbook", centavos: 59_00),
        Product(
            "jacket",
            "Jaqueta",
            "Jacket",
            centavos: 150_00,
            lesson: Names(
                portuguese: "O banco de testes responde: saldo insuficiente.",
                english: "The test bank answers: insufficient funds."
            ),
            teaching: [.insufficientFunds]
        ),
        Product(
            "bicycle",
            "Bicicleta usada",
            "Used bicycle",
            centavos: 250_00,
            lesson: Names(
                portuguese: "O banco de testes recusa a autorização.",
                english: "The test bank refuses the authorisation."
            ),
            teaching: [.riskRefused, .consentRejected]
        ),
        Product(
            "piano",
            "Piano",
            "Piano",
            centavos: 9_500_00,
            lesson: Names(
                portuguese: "Pago onde o limite permite; o banco de limites baixos recusa.",
                english: "Paid where the limit allows it; the bank with low limits refuses."
            ),
            teaching: [.amountOverLimit]
        ),
    ]

    static func with(id: String?) -> Product? { all.first { $0.id == id } }

    /// The lesson on the page of a failure; `nil` when the bank's reason is another one.
    func lesson(on failure: FailureCode) -> Names? { taught.contains(failure) ? lesson : nil }

    var metadata: Metadata {
        var metadata = Metadata()
        metadata["product"] = id
        return metadata
    }

    private init(
        _ id: String,
        _ portuguese: String,
        _ english: String,
        centavos: Int64,
        lesson: Names? = nil,
        teaching taught: Set<FailureCode> = []
    ) {
        self.id = id
        names = Names(portuguese: portuguese, english: english)
        self.lesson = lesson
        self.taught = taught
        price = Money(centavos: centavos) ?? .zero
    }
}
