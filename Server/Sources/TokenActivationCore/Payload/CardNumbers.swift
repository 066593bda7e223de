/// Digits that could be a card's number, which must not come in here at all.
public enum CardNumbers {
    /// Whether a run of 13 to 19 decimal digits of any script that touches no letter satisfies ISO/IEC 7812's check digit.
    ///
    /// A run goes on over single spaces, hyphens and dots. Digits that follow a letter are part of a reference: one such
    /// reference in ten would satisfy the check by chance.
    public static func occur(in text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count {
            guard let run = Run(in: scalars, from: position) else {
                position += 1
                continue
            }
            if run.isCardNumber { return true }
            position = run.end
        }
        return false
    }

    private struct Run {
        var digits: [Int] = []
        var end: Int
        var touchesLetter: Bool

        /// `nil` where no digit stands at `start`; the run is as long as it can be.
        init?(in scalars: [Unicode.Scalar], from start: Int) {
            guard let first = scalars[start].decimalDigit else { return nil }
            digits = [first]
            end = start + 1
            while true {
                if end < scalars.count, let digit = scalars[end].decimalDigit {
                    digits.append(digit)
                    end += 1
                } else if end + 1 < scalars.count, scalars[end].separatesDigits,
                    let digit = scalars[end + 1].decimalDigit
                {
                    digits.append(digit)
                    end += 2
                } else {
                    break
                }
            }
            let follows = start > 0 && scalars[start - 1].isLetterOrNumber
            touchesLetter = follows || (end < scalars.count && scalars[end].isLetterOrNumber)
        }

        var isCardNumber: Bool { (13...19).contains(digits.count) && !touchesLetter && satisfiesCheckDigit }

        private var satisfiesCheckDigit: Bool {
            let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
                guard digit.offset.isMultiple(of: 2) else {
                    let doubled = digit.element * 2
                    return sum + (doubled > 9 ? doubled - 9 : doubled)
                }
                return sum + digit.element
            }
            return sum.isMultiple(of: 10)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var decimalDigit: Int? {
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else { return nil }
        return Int(value)
    }

    fileprivate var separatesDigits: Bool {
        self == "." || properties.generalCategory == .spaceSeparator || properties.generalCategory == .dashPunctuation
    }

    fileprivate var isLetterOrNumber: Bool {
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: properties.isAlphabetic
        }
    }
}
