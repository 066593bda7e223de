import ChaveBase
import ChavePixModel

/// What a row is called, and what a caller may know of it before calling.
struct SignInText: Sendable {
    /// The operation's name in the document and in generated clients; unique.
    let name: String
    /// One line.
    let summary: String
    /// The parameters of the form, where there is one.
    let form: Schema?
    let status: Int
    /// What the answer holds; `nil` where it holds nothing.
    let answer: Schema?
}

extension SignInRoute {
    /// The same row, in the OpenAPI document.
    func described(
        _ name: String,
        _ summary: String,
        form: Schema? = nil,
        answers status: Int = 200,
        _ answer: Schema? = nil
    ) -> SignInRoute {
        var row = self
        row.text = SignInText(name: name, summary: summary, form: form, status: status, answer: answer)
        return row
    }
}
