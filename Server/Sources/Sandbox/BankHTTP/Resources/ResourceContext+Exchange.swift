import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import InstitutionPort
import OpenFinanceWire
import SandboxBank

/// The way of a request: the envelope is opened, the desk is asked, the answer is signed.
extension ResourceContext {
    func answer() async throws -> ServerAnswer {
        var client = caller.client.atDesk
        client.version = terms.version.header
        var body: [UInt8] = []
        if terms.operation.hasBody {
            let envelope = try await opened()
            client.messageID = envelope.tokenID
            var members = JSONObject()
            members["data"] = envelope.body["data"]?.inOrder
            let message = JSONValue.object(members)
            client.fault = fault(in: message)
            body = message.encoded()
        }
        let call = InstitutionCall(
            institution: institution.id,
            operation: terms.operation.operation,
            subject: try subject(),
            accessToken: terms.operation.takesEnrollmentToken ? caller.token : nil,
            idempotencyKey: caller.headers.idempotencyKey,
            interactionID: caller.headers.interactionID,
            body: body
        )
        switch await wire.bank.serve(call, for: client) {
        case .answered(let status, let body, _): return try answered(status, body)
        case .refused(let status, let body, _): return try refused(status, body)
        case .tokenRefused: throw WireRefusal.unauthorized("Send a valid access token.")
        case .unknown(.overloaded, _): throw WireRefusal(529, "SITE_IS_OVERLOADED", "Repeat the request later.")
        case .unknown: throw WireRefusal(503, "SERVICE_UNAVAILABLE", "Repeat the request with the same key.")
        }
    }

    /// The request's message, signed by the client's organisation.
    private func opened() async throws -> Envelope {
        guard request.mediaType == "application/jwt", !request.isCoded else {
            throw WireRefusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send application/jwt.")
        }
        guard case .bytes(let bytes) = request.body else {
            throw WireRefusal(413, "PAYLOAD_TOO_LARGE", "The body may have 256 KiB at most.")
        }
        let organisation = caller.client.registered.organisation
        do {
            let claimed = try ClaimedEnvelope(parsing: String(decoding: bytes, as: UTF8.self))
            let keys = try await wire.organisations.keys(of: organisation, for: claimed.keyID)
            let expectation = EnvelopeExpectation(audience: .endpoint("\(institution.mutualBase)\(request.path)"))
            return try expectation.verify(claimed, by: keys, at: now)
        } catch let refusal as EnvelopeRefusal {
            throw WireRefusal(refusal.status, refusal.code, "The message is refused: \(refusal.rawValue).")
        }
    }

    /// The first fault that the operation's table finds in a message.
    ///
    /// The desk refuses the message, and may end its object.
    private func fault(in message: JSONValue) -> InstitutionMessageError? {
        let table = OperationMessages.request(terms.operation.operation, terms.version)
        do throws(FieldErrors) {
            try table?.check(message)
            return nil
        } catch {
            // Unknown permissions have a code of their own, which the desk knows.
            let items = error.items.filter { !($0.field.hasPrefix("data.permissions") && $0.code != .required) }
            guard let first = items.first else { return nil }
            let isMissing = first.code == .required
            return InstitutionMessageError(field: first.field, problem: isMissing ? .missing : .invalid)
        }
    }

    /// The object of the path; the `:` of a URN may be escaped.
    private func subject() throws -> String {
        guard let part = call.parameters[0] else { return "" }
        guard let id = PercentEncoding.decode(part), id.utf8.count <= 256 else {
            throw WireRefusal(404, "NOT_FOUND", "There is no such object.")
        }
        return id
    }

    private func answered(_ status: Int, _ body: [UInt8]) throws -> ServerAnswer {
        // Version 5 of the payments answers 202 to a cancellation, without the list that version 4 has.
        if call.row.answer.status == 202 { return ServerAnswer(status: 202) }
        guard !body.isEmpty else { return ServerAnswer(status: status) }
        guard var object = try JSONValue(parsing: body).object else {
            throw WireRefusal(500, "INTERNAL_SERVER_ERROR", "")
        }
        if terms.operation.operation == .listPayments {
            object["data"] = .array(try withinDays(object["data"]?.array ?? []))
        }
        if let link = object["links"]?["self"]?.string { object["links"] = ["self": .string(address(of: link))] }
        // Options of ceremonies have no time in the port.
        if object["meta"] == nil { object["meta"] = ["requestDateTime": .string(OFBDateTime.text(now))] }
        return try signed(object, status: status)
    }

    /// The payments whose end-to-end id names a day of the query.
    private func withinDays(_ payments: [JSONValue]) throws -> [JSONValue] {
        let query = try QueryParameters(request.query, table: call.row.query)
        func day(_ name: String) throws -> String? {
            guard let text = query[name] else { return nil }
            guard let date = CalendarDate(iso: text) else {
                throw WireRefusal(400, "PARAMETRO_INVALIDO", "Send \(name) as YYYY-MM-DD.")
            }
            return date.iso.filter { $0 != "-" }
        }
        let (first, last) = (try day("startDate"), try day("endDate"))
        return payments.filter { payment in
            let paidOn = String((payment["endToEndId"]?.string ?? "").dropFirst(9).prefix(8))
            return (first ?? paidOn) <= paidOn && paidOn <= (last ?? paidOn)
        }
    }

    private func refused(_ status: Int, _ body: [UInt8]) throws -> ServerAnswer {
        let errors = (try? OFBErrors(bytes: body))?.errors ?? []
        let first = errors.first ?? OFBError(code: "INVALID_REQUEST", title: "INVALID_REQUEST", detail: "")
        guard status == 422 else { throw WireRefusal(status, first.code, first.detail) }
        let rest = Array(errors.dropFirst())
        return try signed(
            ErrorBody.object(first, rest, most: terms.operation.mostErrors, at: now),
            status: status
        )
    }

    private func signed(_ body: JSONObject, status: Int) throws -> ServerAnswer {
        let envelope = Envelope(
            issuer: institution.organisation,
            audience: caller.client.registered.organisation,
            tokenID: TokenUUID.random(wire.world.randomBytes),
            issuedAt: now.seconds,
            body: body
        )
        let message = try institution.signing.sign(envelope)
        return ServerAnswer(status: status, headers: [("Content-Type", "application/jwt")], body: Array(message.utf8))
    }

    /// The address of the object that the desk's answer is about, at this host and in the version that was asked.
    private func address(of link: String) -> String {
        let rest = link.split(separator: "/", maxSplits: 3).dropFirst(3).first ?? ""
        return "\(institution.mutualBase)\(terms.version.base)/\(rest)"
    }
}

extension JSONValue {
    /// The same value with the members of objects in the order of their names: equal values have equal bytes.
    fileprivate var inOrder: JSONValue {
        if let object {
            var sorted = JSONObject()
            for (name, value) in object.members.sorted(by: { $0.name < $1.name }) { sorted[name] = value.inOrder }
            return .object(sorted)
        }
        if let array { return .array(array.map(\.inOrder)) }
        return self
    }
}
