import ChaveBase
import ChaveCeremonyDebugger
import ChaveWire

/// What somebody pasted: the bytes as hex, and the bytes as text.
@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        for text in [Base64URL.encode(bytes), String(decoding: bytes, as: UTF8.self)] {
            for kind in [nil] + InspectedKind.allCases.map(Optional.some) {
                let strict = try? Inspection.inspect(text, as: kind)
                let lenient = try? Inspection.inspect(text, as: kind, isLenient: true)
                promise(strict == nil || lenient != nil, "what is right can be looked at leniently")
                for shown in [strict, lenient].compactMap({ $0 }) {
                    promise((try? JSONValue(parsing: shown.encoded(), limits: .list)) == shown, "what is shown is JSON")
                }
            }
        }
    }
}
