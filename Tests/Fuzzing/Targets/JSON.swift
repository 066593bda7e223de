import ChaveWire

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            promise((0...bytes.count).contains(error.position), "an error stands within the text")
            throw error
        }
        let written = value.encoded()
        let again = try? JSONValue(parsing: written)
        promise(again == value, "what is written says the same")
        promise(again?.encoded() == written, "what is written has one form")
    }
}
