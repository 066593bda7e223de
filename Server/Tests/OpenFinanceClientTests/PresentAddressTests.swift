import ChaveJOSE
import ChaveWire
import InstitutionPort
import Testing

@testable import OpenFinanceClient

/// Objects that outlive the addresses by which they were made.
@Suite struct PresentAddressTests {
    private static let resource = "\(WrittenBank.mutual)/open-banking"

    /// A call about an object of version 4.1 at a bank that has only version 5 now, at another address.
    private func call(_ operation: InstitutionOperation, in rig: ConnectorRig) async throws -> InstitutionCall {
        var call = try await rig.call(operation, subject: "urn:b:1")
        let text = try #require(call.route?.text)
        let old = text.replacing("v5", with: "old").replacing("5.0.0", with: "4.1.0")
            .replacing("/enrollments/v2", with: "/enrollments/v1")
        call.route = InstitutionRoute(text: old)
        return call
    }

    static let operations: [(InstitutionOperation, String)] = [
        (.readEnrollment, "/enrollments/v2/enrollments/urn:b:1"),
        (.endEnrollment, "/enrollments/v2/enrollments/urn:b:1"),
        (.readPayment, "/payments/v5/pix/payments/urn:b:1"), (.cancelPayment, "/payments/v5/pix/payments/urn:b:1"),
        (.cancelPayments, "/payments/v5/consents/urn:b:1/pix/payments"),
        (.sendRiskSignals, "/enrollments/v1/enrollments/urn:b:1/risk-signals"),
        (.registrationOptions, "/enrollments/v1/enrollments/urn:b:1/fido-registration-options"),
        (.register, "/enrollments/v1/enrollments/urn:b:1/fido-registration"),
        (.signOptions, "/enrollments/v1/enrollments/urn:b:1/fido-sign-options"),
        (.authoriseConsent, "/enrollments/v1/consents/urn:b:1/authorise"), (.createConsent, "/payments/old/consents"),
        (.readConsent, "/payments/old/consents/urn:b:1"), (.createPayment, "/payments/old/pix/payments"),
        (.listPayments, "/payments/old/consents/urn:b:1/pix/payments"),
    ]

    @Test(arguments: operations)
    func onlyWhatIsReadOrEndedGoesByTheAddressesOfToday(
        _ operation: InstitutionOperation,
        _ path: String
    ) async throws {
        let rig = try await ConnectorRig()
        _ = await rig.send(try await call(operation, in: rig))
        #expect(rig.bank.requests(to: "/open-banking/").map(\.url) == [Self.resource + path])
    }

    @Test func theClientStaysTheObjectsOwn() async throws {
        let rig = try await ConnectorRig()
        var call = try await call(.readPayment, in: rig)
        call.route = call.route.map { InstitutionRoute(text: $0.text.replacing("client-1", with: "client-0")) }
        _ = await rig.send(call)
        let asked = try #require(rig.bank.requests(to: "/token").last?.form("client_assertion"))
        #expect(try JSONValue(parsing: CompactJWS(parsing: asked).payload)["iss"] == "client-0")
    }

    @Test(arguments: [400, 404])
    func aVersionThatDoesNotKnowAnothersObjectProvesNothing(_ status: Int) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, answer throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            var answer = answer
            answer = WireResponse.json(["errors": [["code": "X", "title": "x", "detail": "x"]]], status: status)
            answer.headers.append(("x-fapi-interaction-id", request.header("x-fapi-interaction-id")))
            return answer
        }
        let moved = await rig.send(try await call(.readEnrollment, in: rig))
        #expect(moved == .unknown(.unreadable))
        let stayed = await rig.send(try await rig.call(.readEnrollment, subject: "urn:b:1"))
        guard case .refused = stayed else {
            Issue.record("\(stayed)")
            return
        }
    }

    /// Banks offer two versions for a while: then nothing moves.
    @Test func anOlderVersionThatIsStillOfferedIsKept() async throws {
        let rig = try await ConnectorRig()
        var call = try await rig.call(.readPayment, subject: "urn:b:1")
        let older = try #require(call.route?.text).replacing("v5", with: "v4").replacing("5.0.0", with: "4.1.0")
        call.route = InstitutionRoute(text: older)
        _ = await rig.send(call)
        let addresses = rig.bank.requests(to: "/open-banking/").map(\.url)
        #expect(addresses == ["\(Self.resource)/payments/v4/pix/payments/urn:b:1"])
    }

    @Test func aKeptListOfAnEarlierReleaseIsRead() throws {
        let banks = try #require(Participants(parsing: WrittenBank.participants.encoded())).banks
        let copy = DirectoryCopy(banks: banks, former: [], readAt: WrittenBank.now)
        var json = try JSONValue(parsing: copy.bytes())
        var bank = try #require(json["banks"]?.array?.first?.object)
        bank["others"] = nil
        var whole = try #require(json.object)
        whole["banks"] = .array([.object(bank)])
        json = .object(whole)
        let read = try #require(DirectoryCopy(bytes: json.encoded()))
        #expect(read.banks.map(\.payments) == banks.map(\.payments) && read.banks[0].others == nil)
        #expect(DirectoryCopy(bytes: try copy.bytes())?.banks == banks)
    }
}
