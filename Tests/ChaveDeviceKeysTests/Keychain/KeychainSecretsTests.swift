import Testing

@testable import ChaveDeviceKeys

@Suite struct KeychainSecretsTests {
    private let keychain = FakeKeychain()
    private var secrets: KeychainSecrets { KeychainSecrets(items: keychain) }

    @Test func aValueIsSetReadReplacedAndRemoved() throws {
        #expect(try secrets.secret("a") == nil)
        #expect(try secrets.secretNames().isEmpty)
        try secrets.setSecret("b", [1])
        try secrets.setSecret("a", [2])
        try secrets.setSecret("b", [3])
        #expect(try secrets.secret("b") == [3])
        #expect(try secrets.secretNames() == ["a", "b"])
        try secrets.removeSecret("b")
        try secrets.removeSecret("b")
        #expect(try secrets.secretNames() == ["a"])
    }

    @Test func aNewValueIsAddedOnlyAfterAnUpdateFoundNone() throws {
        try secrets.setSecret("a", [1])
        try secrets.setSecret("a", [2])
        #expect(keychain.made == ["update", "add", "update"])
    }

    @Test func aValueThatAnotherProcessAddedMeanwhileIsReplaced() throws {
        keychain.put("a", [9])
        keychain.fail("update", KeychainStatus.itemNotFound)
        try secrets.setSecret("a", [1])
        #expect(try secrets.secret("a") == [1])
        #expect(keychain.made == ["update", "add", "update", "read"])
    }

    @Test func aValueThatIsAddedAndRemovedForEverIsAnErrorAndNoLoop() {
        keychain.fail("update", KeychainStatus.itemNotFound, KeychainStatus.itemNotFound)
        keychain.fail("add", KeychainStatus.duplicateItem)
        #expect(throws: DeviceKeyError.self) { try secrets.setSecret("a", [1]) }
        #expect(keychain.made.count == 3)
    }

    @Test(arguments: ["read", "update", "delete", "names"]) func aFaultIsAStoreErrorWithItsStatus(
        _ operation: String
    ) throws {
        keychain.put("a", [1])
        keychain.fail(operation, -26_275)
        let error = #expect(throws: DeviceKeyError.self) { try perform(operation) }
        #expect(error?.code == .store)
        #expect(error?.message == "the Keychain answered with status -26275")
    }

    @Test func anItemThatCannotBeAddedIsAStoreError() {
        keychain.fail("add", -34_018)
        let error = #expect(throws: DeviceKeyError.self) { try secrets.setSecret("a", [1]) }
        #expect(error?.code == .store)
    }

    @Test(arguments: ["read", "names"]) func anAnswerOfAnotherKindIsAnErrorAndNotAbsence(_ operation: String) {
        keychain.put("a", [1])
        keychain.giveNothing()
        let error = #expect(throws: DeviceKeyError.self) { try perform(operation) }
        #expect(error?.code == .store)
    }

    @Test(
        arguments: [
            (-25_308, "unlock it"), (-34_018, "Keychain Sharing"), (-25_291, "not been unlocked"), (-50, "status -50"),
        ] as [(Int32, String)]
    )
    func aStatusSaysWhatToDo(_ status: Int32, _ words: String) {
        let error = KeychainStatus.error(status)
        #expect(error.code == (status == -25_308 ? .storeLocked : .store))
        #expect(error.message.contains(words))
        #expect(error.message.contains("\(status)"))
    }

    private func perform(_ operation: String) throws {
        switch operation {
        case "read": _ = try secrets.secret("a")
        case "update": try secrets.setSecret("a", [2])
        case "delete": try secrets.removeSecret("a")
        default: _ = try secrets.secretNames()
        }
    }
}
