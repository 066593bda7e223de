import ChavePixModel
import Foundation
import GRDB
import InstitutionPort
import SQLPort
import SQLiteWriter
import Testing

@testable import SandboxBank

/// The bank's tables, from one program to the next.
@Suite struct BankSchemaTests {
    @Test func aBankWithRowsOfTheFirstSchemaTakesTheSecond() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try await initiator.pay(device, "10.00")
        // Back to what the program before had written.
        try await test.writer.write { try $0.execute(sql: StoredBank.asOfTheFirstSchema) }
        let reopened = try await test.reopened()
        var browser = Browser(reopened.pages)
        let page = try await browser.enter(TestBank.institution(.approvesAtOnce))
        #expect(page.devices.map(\.id) == [device.enrollmentID])
        #expect(page.statement.first?.hasSuffix(payment.endToEndID) == true)
        #expect(try await reopened.bank.verdict().isSound)
        await reopened.remove()
    }

    @Test func aBankWithRowsOfTheSecondSchemaTakesTheThird() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "250.00")
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let assertion = try await initiator.assertion(device, options)
        _ = try refusedCode(await initiator.authorise(device, consent.consentID, assertion))
        try await test.writer.write { try $0.execute(sql: StoredBank.asOfTheSecondSchema) }
        let reopened = try await test.reopened()
        var browser = Browser(reopened.pages)
        let page = try await browser.enter(TestBank.institution(.approvesAtOnce))
        #expect(page.html.contains("data-refusal=\"VALOR_INVALIDO\""))
        #expect(try await reopened.bank.verdict().isSound)
        await reopened.remove()
    }

    @Test func eachListOfAHoldersPageIsReadInTheOrderOfItsIndex() async throws {
        let test = try await TestBank()
        for (sql, index) in [
            (HolderLists.openDevices, "enrollment_open_of_holder (ispb=? AND cpf=?)"),
            (HolderLists.endedDevices, "enrollment_ended_of_holder (ispb=? AND cpf=?)"),
            (HolderLists.payments, "payment_of_debtor (debtor=?)"),
            (HolderLists.refusals, "consent_refused_of_holder (ispb=? AND cpf=?)"),
        ] {
            let plan = try await test.writer.read { database in
                let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
                let nothing = StatementArguments(Array(repeating: nil as String?, count: statement.sql.parameterCount))
                return try Row.fetchAll(statement, arguments: nothing).map { $0["detail"] as String }
            }
            #expect(plan.first?.hasSuffix("USING INDEX \(index)") == true, "\(plan)")
            #expect(!plan.contains { $0.contains("SCAN ") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}

extension TestBank {
    /// What a bank in a file writes with.
    fileprivate var writer: GroupCommitWriter {
        get throws { try #require((bank.store as? FileTurns<BankTurn>)?.writer) }
    }
}

extension String {
    /// The highest of the numbered parameters.
    fileprivate var parameterCount: Int { (1...9).last { contains("?\($0)") } ?? 0 }
}
