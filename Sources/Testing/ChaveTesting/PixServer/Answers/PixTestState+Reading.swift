import ChavePixModel
import ChaveTransport

extension PixTestState {
    /// The view of an object for a read that may be held.
    struct Look {
        var version: Int64
        /// Whether the object changes no more.
        var isEnd: Bool
    }

    func readEnrollment(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let found = enrollments[try enrollmentIndex(context)]
        return tagged(PixTestContext.ok(found.resource), found.version, context)
    }

    func readPaymentIntent(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let found = payments[try paymentIndex(context)]
        return tagged(PixTestContext.ok(found.resource), found.version, context)
    }

    func registrationOptions(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let found = enrollments[try enrollmentIndex(context)]
        guard !found.isEnded, found.confirmation == nil else {
            let reason = found.resource.statusReasonCode.map { "has ended: \($0.rawValue)" } ?? "has its credential"
            throw .conflict("The enrollment \(reason). Start a new one where it has ended.")
        }
        guard let options = found.options else {
            let item = APIErrorItem(
                requestID: "",
                code: .notReady,
                message: "The institution does not have the options yet. Ask again in a second."
            )
            throw PixTestRefusal(404, items: [item], headers: ["Retry-After": "1"])
        }
        return tagged(PixTestContext.ok(options.message), found.version, context)
    }

    /// The object with its version, or 304 for a caller that already has this version.
    private func tagged(_ response: HTTPResponse, _ version: Int64, _ context: PixTestContext) -> HTTPResponse {
        let tag = PixTestState.tag(version)
        var answer = context.request.headers["If-None-Match"] == tag ? HTTPResponse(status: 304) : response
        answer.headers["ETag"] = tag
        return answer
    }

    static func tag(_ version: Int64) -> String { "\"\(version)\"" }

    /// The present view of the object of a held read; `nil` when there is no object to wait for.
    func look(_ context: PixTestContext) -> Look? {
        switch context.call {
        case .readEnrollment:
            guard let index = try? enrollmentIndex(context) else { return nil }
            return Look(version: enrollments[index].version, isEnd: enrollments[index].isEnded)
        case .registrationOptions:
            guard let index = try? enrollmentIndex(context) else { return nil }
            let found = enrollments[index]
            let isThere = found.options != nil || found.confirmation != nil || found.isEnded
            return Look(version: found.version, isEnd: isThere)
        case .readPaymentIntent:
            guard let index = try? paymentIndex(context) else { return nil }
            return Look(version: payments[index].version, isEnd: payments[index].resource.status.isSettledForNow)
        default: return nil
        }
    }
}
