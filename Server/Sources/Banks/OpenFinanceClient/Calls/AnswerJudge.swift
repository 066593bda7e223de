import ChaveBase
import ChaveWire
import InstitutionPort

/// Decides what an answer of a bank means (`docs/open-finance.md`, section "What an answer means").
///
/// A success and a refusal must be the bank's own, whole, and about this call. Everything else is unknown: the call may
/// have taken effect.
struct AnswerJudge {
    let operation: WireOperation
    let call: InstitutionCall
    let bank: BankListing
    /// Of payments, at this bank.
    let version: APIVersion
    let reading: MessageReading
    /// Whether the same key was sent before.
    let isRepeated: Bool
    /// Whether the call went by other addresses than those by which its object was made.
    let isOfOtherAddresses: Bool
    let now: Timestamp

    enum Judgement: Hashable {
        case reply(InstitutionReply)
        /// The answer is an old one of the same call: what it names is to be read.
        case read(InstitutionOperation, String)
    }

    func judge(_ response: WireResponse) async -> Judgement {
        // Without effect: another token, and the same call again.
        if response.status == 401 { return .reply(.tokenRefused) }
        guard isOfThisCall(response) else { return .reply(.unknown(.unreadable)) }
        switch response.status {
        case 200...299: return await success(response)
        case 422: return .reply(await signedRefusal(response))
        case 400 where call.operation != .createPayment, 404 where call.operation != .createPayment:
            // A version may not know what another one made.
            if isOfOtherAddresses { return .reply(.unknown(.unreadable)) }
            // A bank with the list has it for each consent: what answers for it so is no bank.
            if call.operation == .listPayments, response.status == 400 || version.hasList {
                return .reply(.unknown(.unreadable))
            }
            return .reply(plainRefusal(response))
        default: return .reply(response.unknown)
        }
    }

    private func isOfThisCall(_ response: WireResponse) -> Bool {
        response.header("x-fapi-interaction-id")?.lowercased() == call.interactionID.lowercased()
    }

    private func success(_ response: WireResponse) async -> Judgement {
        let date = response.date ?? now
        guard operation.hasAnswer else {
            guard response.status == operation.status, response.body.isEmpty else {
                return .reply(.unknown(.unreadable))
            }
            return .reply(.answered(status: response.status, body: [], date: date))
        }
        guard [200, 201].contains(response.status), let message = await message(response) else {
            return .reply(.unknown(.unreadable))
        }
        guard message.isFresh else { return old(message.body, status: response.status, date) }
        let body = PaymentDialect.answer(message.body, call.operation, version)
        return .reply(.answered(status: response.status, body: body.encoded(), date: date))
    }

    /// An answer to a repeated call may be the first one's: it counts when it names an id of ours, or leads to an object
    /// that a fresh message names.
    private func old(_ body: JSONValue, status: Int, _ date: Timestamp) -> Judgement {
        let data = body["data"]
        let isOurs =
            switch call.operation {
            case .registrationOptions: data?["enrollmentId"]?.string == call.subject
            case .cancelPayment: data?["paymentId"]?.string == call.subject
            // The payments themselves are read afterwards.
            case .cancelPayments: true
            case .createPayment: isOfSchedule(data)
            default: false
            }
        if isOurs { return .reply(.answered(status: status, body: body.encoded(), date: date)) }
        let named: (operation: InstitutionOperation, id: String?)? =
            switch call.operation {
            case .createEnrollment: (.readEnrollment, data?["enrollmentId"]?.string)
            case .createConsent: (.readConsent, data?["consentId"]?.string)
            case .createPayment: (.readPayment, data?.array?.first?["paymentId"]?.string)
            default: nil
            }
        guard let named, let id = named.id, AnswerJudge.isID(id) else { return .reply(.unknown(.unreadable)) }
        return .read(named.operation, id)
    }

    /// Whether the data is of all payments of our schedule; a single payment is read instead.
    private func isOfSchedule(_ data: JSONValue?) -> Bool {
        func ids(_ data: JSONValue?) -> [String] { data?.array?.compactMap { $0["endToEndId"]?.string } ?? [] }
        let ours = ids(try? JSONValue(parsing: call.body)["data"])
        return ours.count > 1 && Set(ids(data)) == Set(ours)
    }

    /// An id of Open Finance: a URN, or letters, digits and the marks that URNs may have.
    static func isID(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || ":()+,=@;$!*'%/?#".utf8.contains($0) }
            && !text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    private func signedRefusal(_ response: WireResponse) async -> InstitutionReply {
        guard let message = await message(response), isRefusal(message.body) else {
            return .unknown(.unreadable)
        }
        return .refused(status: 422, body: message.body.encoded(), date: response.date ?? now)
    }

    private func plainRefusal(_ response: WireResponse) -> InstitutionReply {
        guard response.mediaType == "application/json", let body = try? JSONValue(parsing: response.body),
            isRefusal(body)
        else {
            return .unknown(.unreadable)
        }
        return .refused(status: response.status, body: response.body, date: response.date ?? now)
    }

    /// Whether a body has Open Finance's list of errors, with one at least: a framework's own page has none.
    private func isRefusal(_ body: JSONValue) -> Bool {
        body["errors"] != nil && (try? OFBErrors(json: body))?.errors.isEmpty == false
    }

    private func message(_ response: WireResponse) async -> MessageReading.Message? {
        guard response.mediaType == "application/jwt" else { return nil }
        return try? await reading.open(response.body, of: bank, isRepeated: isRepeated, at: now)
    }
}
