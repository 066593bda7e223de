import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        promise(try COSEKey(decoding: bytes).encoded() == bytes, "a key has one form")
    }
}
