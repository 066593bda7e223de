import ChaveWire

/// Open Finance's envelope around what a message says.
func enveloped(_ data: JSONObject) -> JSONObject {
    var envelope = JSONObject()
    envelope["data"] = .object(data)
    return envelope
}
