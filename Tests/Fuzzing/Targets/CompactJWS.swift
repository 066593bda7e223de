import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let jws = try CompactJWS(parsing: text)
        let written = CompactJWS.assemble(signingInput: jws.signingInput, signature: jws.signature)
        promise(written == text, "a token has one form")
    }
}
