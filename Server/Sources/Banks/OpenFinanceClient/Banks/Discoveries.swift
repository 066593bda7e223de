import ChaveBase
import ChavePixModel
import Waiting

/// The discovery documents of banks, each asked again after an hour; the last good one stays where a bank gives none.
actor Discoveries {
    static let freshSeconds: Int64 = 3_600
    /// How soon a bank that gave none is asked again.
    static let pauseSeconds: Int64 = 10

    private struct Kept {
        var document: Discovery?
        var address: String
        var askedAt: Timestamp
        var isGood: Bool
    }

    private var kept: [InstitutionID: Kept] = [:]
    private let questions = SharedWork<InstitutionID, Discovery?>()
    private let caller: WireCaller
    private let banks: BankList
    private let alarm: @Sendable (ConnectorAlarm) -> Void
    private let isDevelopment: Bool
    private let now: @Sendable () -> Timestamp

    init(
        caller: WireCaller,
        banks: BankList,
        isDevelopment: Bool,
        now: @escaping @Sendable () -> Timestamp,
        alarm: @escaping @Sendable (ConnectorAlarm) -> Void
    ) {
        self.caller = caller
        self.banks = banks
        self.alarm = alarm
        self.isDevelopment = isDevelopment
        self.now = now
    }

    func document(of bank: BankListing) async -> Discovery? {
        let known = kept[bank.id].flatMap { $0.address == bank.discovery ? $0 : nil }
        if let known {
            let seconds = known.isGood ? Discoveries.freshSeconds : Discoveries.pauseSeconds
            if now() < known.askedAt.adding(seconds: seconds) { return known.document }
        }
        let read = await questions.value(for: bank.id) { [alarm] in
            do throws(ExchangeProblem) { return try await self.read(of: bank) } catch {
                if error.isForeignEndpoint { alarm(.foreignEndpoint(bank.id, error.reason)) }
                return nil
            }
        }
        kept[bank.id] = Kept(
            document: read ?? known?.document,
            address: bank.discovery,
            askedAt: now(),
            isGood: read != nil
        )
        return read ?? known?.document
    }

    /// Asks the bank now, whatever is kept.
    nonisolated func read(of bank: BankListing) async throws(ExchangeProblem) -> Discovery {
        let response = try await caller.ask(
            WireRequest("GET", bank.discovery, headers: [("Accept", "application/json")]),
            "discovery",
            at: bank.id,
            milliseconds: OpenFinanceConnector.setUpMilliseconds
        )
        let document = try Discovery(parsing: response.body, issuer: bank.issuer, isDevelopment: isDevelopment)
        // Another bank's endpoint would get what belongs to this one: a registration token, a code, a refresh token.
        for (name, address) in document.endpoints {
            guard let host = BankAddress(address)?.host, let owner = await banks.foreignOwner(of: host, for: bank)
            else { continue }
            throw .foreignEndpoint("\(name) is at \(host), which \(owner) has in the directory, and this bank has not")
        }
        return document
    }
}
