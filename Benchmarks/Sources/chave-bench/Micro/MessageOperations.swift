import ChavePixModel
import ChaveWire

/// The messages of a payment as the server reads and writes them, and the response as a device reads it.
func messageOperations() throws -> [Operation] {
    let create = HotMessages.create
    let authorize = HotMessages.authorize(try AssertionSample())
    let answer = HotMessages.intent
    let intent = try PaymentIntentResource(json: try JSONValue(parsing: answer))
    _ = try AuthorizePaymentIntentRequest(json: try JSONValue(parsing: authorize))
    _ = try CreatePaymentIntentRequest(json: try JSONValue(parsing: create))
    return [
        Operation("json/create-read") {
            _ = try CreatePaymentIntentRequest(json: try JSONValue(parsing: create))
        },
        Operation("json/authorize-read") {
            _ = try AuthorizePaymentIntentRequest(json: try JSONValue(parsing: authorize))
        },
        Operation("json/intent-write") { _ = intent.json.encoded() },
        Operation("json/intent-read") { _ = try PaymentIntentResource(json: try JSONValue(parsing: answer)) },
    ]
}
