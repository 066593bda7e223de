/// CNPJ numbers of invented companies.
enum RegistrationNumber {
    /// Adds the two check digits to 12 digits (Receita Federal, modulus 11).
    static func completing(_ digits: String) -> String {
        var numbers = digits.utf8.map { Int($0) - 0x30 }
        for weights in [[5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]] {
            let rest = zip(numbers, weights).reduce(0) { $0 + $1.0 * $1.1 } % 11
            numbers.append(rest < 2 ? 0 : 11 - rest)
        }
        return numbers.map(String.init).joined()
    }

    /// A number of a branch office `0001`, from eight random digits.
    static func random(_ bytes: [UInt8]) -> String {
        completing(bytes.prefix(8).map { String($0 % 10) }.joined() + "0001")
    }
}
