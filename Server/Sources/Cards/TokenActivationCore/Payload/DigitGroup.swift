import ChaveBase

/// Consecutive decimal digits in a text.
struct DigitGroup {
    var digits: [Int]
    /// Whether only a single hyphen is between this group and the group before.
    var followsHyphen: Bool
    /// Whether the group touches a letter, or a character that only looks like a digit.
    var isOfReference: Bool

    /// A text's groups, in runs without a letter between.
    static func runs(in text: String) -> [[DigitGroup]] {
        var (runs, run): ([[DigitGroup]], [DigitGroup]) = ([], [])
        var last = Kind.gap
        for scalar in text.unicodeScalars {
            let kind = Kind(scalar)
            switch kind {
            case .digit(let digit):
                if last.isDigit, let open = run.indices.last {
                    run[open].digits.append(digit)
                } else {
                    let isOfReference = last == .letter
                    run.append(
                        DigitGroup(digits: [digit], followsHyphen: last == .hyphen, isOfReference: isOfReference)
                    )
                }
            case .letter:
                if last.isDigit, let open = run.indices.last { run[open].isOfReference = true }
                runs.append(run)
                run = []
            case .hyphen, .gap: break
            }
            last = kind == .hyphen && !last.isDigit ? .gap : kind
        }
        return runs + [run]
    }

    private enum Kind: Equatable {
        case digit(Int)
        case letter
        case hyphen
        case gap

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .decimalNumber: self = scalar.properties.numericValue.map { .digit(Int($0)) } ?? .letter
            case .letterNumber, .otherNumber: self = .letter
            case .dashPunctuation: self = .hyphen
            default: self = scalar.properties.isAlphabetic ? .letter : .gap
            }
        }

        var isDigit: Bool {
            if case .digit = self { true } else { false }
        }
    }
}
