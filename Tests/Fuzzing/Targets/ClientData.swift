@testable import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let quick = CollectedClientData(serialised: bytes)
        guard var data = try? CollectedClientData(parsing: bytes) else {
            promise(quick == nil, "the quick reader takes nothing that the general one refuses")
            return
        }
        promise(quick == nil || quick == data, "both readers read the same")
        let written = data.encoded()
        data.crossOrigin = data.crossOrigin ?? false  // Always written.
        promise(try CollectedClientData(decoding: written) == data, "what is written says the same")
    }
}
