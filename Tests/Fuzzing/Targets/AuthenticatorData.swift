import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let data = try AuthenticatorData(decoding: bytes)
        let written = data.encoded()
        promise(!data.isCanonical || written == bytes, "canonical data has one form")
        promise(try AuthenticatorData(decoding: written).encoded() == written, "what is written can be read")
    }
}
