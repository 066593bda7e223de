import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        guard let tolerant = try? CBORValue.decodePrefix(bytes[...], rules: .tolerant) else {
            promise((try? CBORValue(decoding: bytes)) == nil, "what is canonical is well formed")
            return
        }
        promise(tolerant.end <= bytes.count, "an item ends within its bytes")
        let written = tolerant.value.encoded()
        promise((try? CBORValue(decoding: written)) != nil, "what was read can be written and read again")
        guard let canonical = try? CBORValue(decoding: bytes) else { return }
        promise(canonical.encoded() == bytes, "a canonical item has one form")
    }
}
