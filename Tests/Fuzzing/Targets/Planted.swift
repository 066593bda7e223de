/// A reader with a fault, which the short run must find before it believes that the others have none.
@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        guard bytes.starts(with: [0xC4, 0xA7]), bytes.count > 2 else { return }
        let lengths = [1, 2, 3]
        promise(lengths[Int(bytes[2])] > 0, "a length is taken from the input unchecked")
    }
}
