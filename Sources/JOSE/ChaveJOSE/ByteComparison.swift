/// Whether two texts have the same bytes; `==` treats U+212A as equal to K.
func isSame(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
