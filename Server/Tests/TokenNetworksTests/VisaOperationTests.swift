import Testing

@testable import TokenNetworks

@Suite struct VisaOperationTests {
    @Test func eachOperationHasAWordOfItsOwn() {
        #expect(Set(VisaOperation.allCases.map(\.rawValue)).count == VisaOperation.allCases.count)
    }
}
