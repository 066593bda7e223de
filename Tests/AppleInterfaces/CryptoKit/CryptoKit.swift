// https://developer.apple.com/documentation/cryptokit
//
// The package swift-crypto is the same interface, but for what only Apple's hardware has.
@_exported import Crypto
