/// The number that stands behind `prefix`; `nil` where another place of the specification is named.
func stepNumber(in text: String, of prefix: String) -> Int? {
    text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
}
