import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let object = try AttestationObject(decoding: bytes)
        let written = object.encoded()
        promise(!object.isCanonical || written == bytes, "a canonical object has one form")
        promise(try AttestationObject(decoding: written).encoded() == written, "what is written can be read")
    }
}
