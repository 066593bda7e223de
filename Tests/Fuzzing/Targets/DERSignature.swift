// Compiled together with the reader, which is not public.

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        for size in [32, 48, 66] {
            guard let raw = ECDSASignatureReader.rawSignature(bytes, scalarSize: size) else { continue }
            promise(raw.count == 2 * size, "both scalars have their width")
            promise(der(raw, size) == bytes, "a signature has one form")
        }
    }
}

/// The signature in DER, written independently of the reader.
private func der(_ raw: [UInt8], _ size: Int) -> [UInt8] {
    let content = integer(raw[..<size]) + integer(raw[size...])
    return (content.count < 0x80 ? [0x30] : [0x30, 0x81]) + [UInt8(content.count)] + content
}

private func integer(_ scalar: ArraySlice<UInt8>) -> [UInt8] {
    let digits = scalar.drop { $0 == 0 }
    let padding: [UInt8] = (digits.first ?? 0) < 0x80 ? [] : [0]
    return [0x02, UInt8(padding.count + digits.count)] + padding + digits
}
