import ChaveBase
import ChaveJOSE
import ChaveWire

extension Operations {
    /// `{payload: base64url, keys: JWK Set, contentType?}`: encrypts to the set's first key for encryption.
    func encrypt(_ request: Request) throws -> JSONValue {
        do {
            guard let key = try EncryptionKey.all(inSet: request.value("keys")).first else {
                throw Refused(reason: "no_key")
            }
            let text = try key.encrypt(request.bytes("payload"), contentType: request["contentType"]?.string)
            return ["ok": true, "message": .string(text)]
        } catch let error as JOSEKeyError {
            throw Refused(reason: "key", step: "\(error)")
        }
    }

    /// `{message, pem, keyID?}`.
    func decrypt(_ request: Request) throws -> JSONValue {
        do {
            let key = try DecryptionKey(pem: request.text("pem"), keyID: request["keyID"]?.string)
            let message = try DecryptionKeys([key]).decrypt(request.text("message"))
            return ["ok": true, "payload": .string(Base64URL.encode(message.payload))]
        } catch let refusal as JWERefusal {
            throw Refused(reason: refusal.rawValue)
        }
    }
}
