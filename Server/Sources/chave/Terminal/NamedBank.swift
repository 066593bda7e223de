import ArgumentParser
import ChaveBase
import ChavePixModel
import OpenFinanceClient

/// A bank among those of a list.
enum NamedBank {
    /// The bank that a text names.
    ///
    /// - Throws: ``CommandFailure`` with the candidates when it names none or several.
    static func find(_ text: String, among banks: [ListedBank]) throws -> ListedBank {
        let found = ListedBank.named(text, among: banks)
        if let bank = found.first, found.count == 1 { return bank }
        guard !banks.isEmpty else {
            throw CommandFailure("There is no list of banks. Look at the directory: chave open-finance check")
        }
        let name = PrintableLine.of(text)
        let start = found.isEmpty ? "No bank of the list is named \(name)." : "\(found.count) banks are named \(name)."
        let candidates = (found.isEmpty ? banks : found).prefix(NamedBank.mostCandidates)
        let lines = candidates.map { "  \($0.id.text)  \(PrintableLine.of($0.name))" }
        throw CommandFailure(([start, "Give an id or a whole name:"] + lines).joined(separator: "\n"))
    }

    private static let mostCandidates = 20
}

/// The institution of an enrollment.
struct InstitutionOption: ParsableArguments {
    @Option(help: "The bank: its id, its name, or the beginning of a word of it. [default: the first]")
    var institution: String?

    /// The institution that the option names, else the first.
    ///
    /// - Throws: ``CommandFailure`` with the candidates when it names none or several.
    func choose(from banks: [InstitutionResource]) throws -> InstitutionResource {
        try InstitutionOption.choose(institution, from: banks)
    }

    /// The institution of a name; without a name, the first.
    static func choose(_ name: String?, from banks: [InstitutionResource]) throws -> InstitutionResource {
        guard let first = banks.first else { throw CommandFailure("The server has no institutions.") }
        guard let name else { return first }
        let named = try NamedBank.find(name, among: banks.map { ListedBank(id: $0.id, name: $0.displayName) })
        return banks.first { $0.id == named.id } ?? first
    }
}
