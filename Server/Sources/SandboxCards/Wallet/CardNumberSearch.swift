/// Finds what may be a card's number in a text that a person wrote.
///
/// Stricter than the rule for payloads: whatever stands between the digits, and whatever touches them, 13 to 19 of them
/// in a row that satisfy Luhn's check are enough. A device's name needs none.
enum CardNumberSearch {
    static func finds(in text: String) -> Bool {
        let digits = text.unicodeScalars.compactMap { scalar in
            scalar.properties.generalCategory == .decimalNumber ? scalar.properties.numericValue.map { Int($0) } : nil
        }
        guard digits.count >= 13 else { return false }
        for start in digits.indices {
            for length in 13...19 where start + length <= digits.count {
                if satisfiesLuhn(digits[start..<(start + length)]) { return true }
            }
        }
        return false
    }

    private static func satisfiesLuhn(_ digits: ArraySlice<Int>) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let doubled = place.isMultiple(of: 2) ? digit : digit * 2
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum.isMultiple(of: 10)
    }
}
