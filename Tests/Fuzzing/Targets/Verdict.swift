import ChaveCeremonyDebugger
import ChaveWire

/// A line for `chave webauthn verify`.
@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let debugger = CeremonyDebugger { 1_750_000_000 }
        let verdict = try onThisThread { await debugger.verify(.bytes(bytes)) }
        let isVerified = verdict.outcome == .verified
        promise(verdict.json["verified"]?.bool == isVerified, "the line says what the exit code says")
        promise(!verdict.json.encoded().contains(UInt8(ascii: "\n")), "an answer is one line")
    }
}
