import Testing

@testable import Directory

@Suite struct RegistrationNumberTests {
    @Test(arguments: [
        ("112223330001", "11222333000181"), ("191312430001", "19131243000197"), ("000000000001", "00000000000191"),
    ])
    func checkDigitsAreThoseOfTheReceita(_ digits: String, _ number: String) {
        #expect(RegistrationNumber.completing(digits) == number)
    }

    @Test func aRandomNumberIsOneOfAHeadOffice() {
        let number = RegistrationNumber.random([0, 1, 2, 3, 4, 5, 6, 255])
        #expect(number.hasPrefix("012345650001"))
        #expect(number.utf8.count == 14)
    }
}
