import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

/// The parts of one request.
struct PixTestContext {
    let request: HTTPRequest
    let call: PixTestCall
    /// The parts of the path after `/payments/br`.
    let path: [String]
    let query: [String: String]
    let device: String
    let moment: PixTestState.Moment

    /// The id of an object in the path: always the second part.
    func id<Kind>() throws(PixTestRefusal) -> ResourceID<Kind> {
        guard path.count > 1, let id = ResourceID<Kind>(path[1]) else { throw .notFound }
        return id
    }

    func message<Message: APIRequest>(
        _ type: Message.Type,
        in context: SchemaContext = SchemaContext()
    ) throws(PixTestRefusal) -> Message {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: request.body ?? [])
        } catch {
            throw PixTestRefusal(400, .invalidJSON, "The body is not JSON: see byte \(error.position).")
        }
        do throws(FieldErrors) {
            return try Message(json: json, in: context)
        } catch {
            throw PixTestRefusal(error)
        }
    }

    /// The maximum time that the response may be held, in milliseconds.
    var holdMilliseconds: Int64 { call.isWaiting ? PixTestContext.holdMilliseconds(of: request) : 0 }

    static func holdMilliseconds(of request: HTTPRequest) -> Int64 {
        guard let text = request.headers["Prefer"], text.hasPrefix("wait="), let seconds = Int64(text.dropFirst(5))
        else { return 0 }
        return min(max(seconds, 0), 30) * 1_000
    }

    static func ok(_ message: some APIMessage, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: message.json.encoded())
    }
}
