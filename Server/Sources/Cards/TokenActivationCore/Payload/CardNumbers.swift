/// A search for digits that could be a card's number, which must never enter this system.
public enum CardNumbers {
    /// Whether 13 to 19 decimal digits of any script that touch no letter satisfy ISO/IEC 7812's check digit.
    ///
    /// The digits may be in groups, separated by anything except letters and numbers. The search tries groups alone and
    /// with their neighbours, so that a date before a card's number does not hide it. Digits next to a letter are part
    /// of a reference. So are groups that a single hyphen joins to them, as in a UUID. One such reference in ten would
    /// satisfy the check by chance.
    public static func occur(in text: String) -> Bool {
        runs(in: text).contains { groups in
            groups.indices.contains { first in startsCardNumber(groups[first...]) }
        }
    }

    /// The same search in a name that a user types, such as a device's: a name is no reference, so letters excuse
    /// nothing.
    ///
    /// Digits before and after a letter are not joined.
    public static func occur(inName text: String) -> Bool {
        DigitGroup.runs(in: text).contains { groups in
            groups.indices.contains { first in startsCardNumber(groups[first...]) }
        }
    }

    /// Whether the first groups, one or more, form a card's number.
    private static func startsCardNumber(_ groups: ArraySlice<DigitGroup>) -> Bool {
        var digits: [Int] = []
        for group in groups {
            guard digits.count + group.digits.count <= 19 else { return false }
            digits += group.digits
            if digits.count >= 13, satisfiesCheckDigit(digits) { return true }
        }
        return false
    }

    private static func satisfiesCheckDigit(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            guard digit.offset.isMultiple(of: 2) else {
                let doubled = digit.element * 2
                return sum + (doubled > 9 ? doubled - 9 : doubled)
            }
            return sum + digit.element
        }
        return sum.isMultiple(of: 10)
    }

    /// The groups of digits outside references, in runs without a letter or a reference between.
    private static func runs(in text: String) -> [[DigitGroup]] {
        DigitGroup.runs(in: text).flatMap { groups in
            var groups = groups
            for place in groups.indices.dropFirst() where groups[place].followsHyphen {
                groups[place].isOfReference = groups[place].isOfReference || groups[place - 1].isOfReference
            }
            for place in groups.indices.dropFirst().reversed() where groups[place].followsHyphen {
                groups[place - 1].isOfReference = groups[place].isOfReference || groups[place - 1].isOfReference
            }
            return groups.split(whereSeparator: \.isOfReference).map(Array.init)
        }
    }
}
