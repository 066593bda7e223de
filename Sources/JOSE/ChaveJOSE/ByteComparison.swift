/// Whether two texts are the same bytes; `==` would take U+212A for a K.
func isSame(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
