// https://developer.apple.com/documentation/security/item-class-keys-and-values
public let kSecClass: CFString = { fatalError() }()
public let kSecClassGenericPassword: CFString = { fatalError() }()

// https://developer.apple.com/documentation/security/item-attribute-keys-and-values
public let kSecAttrAccount: CFString = { fatalError() }()
public let kSecAttrService: CFString = { fatalError() }()
public let kSecAttrAccessible: CFString = { fatalError() }()
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = { fatalError() }()
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = { fatalError() }()
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = { fatalError() }()

// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
public let kSecUseDataProtectionKeychain: CFString = { fatalError() }()

// https://developer.apple.com/documentation/security/search-attribute-keys-and-values
public let kSecMatchLimit: CFString = { fatalError() }()
public let kSecMatchLimitAll: CFString = { fatalError() }()
public let kSecMatchLimitOne: CFString = { fatalError() }()

// https://developer.apple.com/documentation/security/item-return-result-keys
public let kSecReturnAttributes: CFString = { fatalError() }()
public let kSecReturnData: CFString = { fatalError() }()

// https://developer.apple.com/documentation/security/ksecvaluedata
public let kSecValueData: CFString = { fatalError() }()
