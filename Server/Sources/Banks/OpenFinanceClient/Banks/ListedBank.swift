public import ChaveBase
public import ChavePixModel
import Foundation

/// A bank of a list, as an operator names it: of the directory's list, or of a server's institutions.
public struct ListedBank: Hashable, Sendable {
    public let id: InstitutionID
    public let name: String
    public let legalName: String
    /// Whether it left the list of today.
    public let isFormer: Bool

    init(_ bank: BankListing, isFormer: Bool) {
        id = bank.id
        name = bank.name
        legalName = bank.legalName
        self.isFormer = isFormer
    }

    /// A bank of a server's list, which tells its name and no other.
    public init(id: InstitutionID, name: String) {
        self.id = id
        self.name = name
        legalName = name
        isFormer = false
    }

    /// The banks that a text names: by the id, else by a whole name, else by the beginning of a name, else by that
    /// of one of its words.
    ///
    /// Names are compared without regard to case and accents.
    public static func named(_ text: String, among banks: [ListedBank]) -> [ListedBank] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        let ways: [(ListedBank) -> Bool] = [
            { $0.id.text == text.lowercased() },
            { $0.names.contains(wanted) },
            { $0.names.contains { $0.hasPrefix(wanted) } },
            { $0.names.contains { $0.contains(" \(wanted)") } },
        ]
        return ways.lazy.map { banks.filter($0) }.first { !$0.isEmpty } ?? []
    }

    static func all(_ today: [BankListing], _ former: [BankListing]) -> [ListedBank] {
        let all = today.map { ListedBank($0, isFormer: false) } + former.map { ListedBank($0, isFormer: true) }
        return all.sorted { ($0.name, $0.id.text) < ($1.name, $1.id.text) }
    }

    private var names: [String] { [ListedBank.folded(name), ListedBank.folded(legalName)] }

    private static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

extension OpenFinanceConnector {
    /// The banks of today's list and those that left, by their names.
    public var listedBanks: [ListedBank] {
        get async {
            let (today, former) = await banks.all
            return ListedBank.all(today, former)
        }
    }
}

extension DirectoryCopyStore {
    /// The banks of the kept list, those that left too; none before the first list.
    public func listedBanks() throws -> [ListedBank] {
        guard let copy = try read().flatMap(DirectoryCopy.init(bytes:)) else { return [] }
        return ListedBank.all(copy.banks, copy.former)
    }
}
