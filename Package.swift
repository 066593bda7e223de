// swift-tools-version: 6.1
import PackageDescription

/// What holds for every target: arrows between modules are written down, nothing leaks through an import.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Platforms without an authenticator of their own link the software one by default; an app on a phone never does.
let withoutPlatformAuthenticator: [Platform] = [.linux, .windows, .android]

/// What Apple's tools read of a target's use of data, in the four targets that have something to tell.
///
/// Xcode builds on a Mac. Elsewhere nobody reads it, and a resource would bring Foundation's bundles and the path of the
/// build into the program.
#if os(macOS)
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let leftOut: [String] = []
#else
    let privacyManifest: [Resource] = []
    let leftOut = ["PrivacyInfo.xcprivacy"]
#endif

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")

let package = Package(
    name: "chave",
    platforms: [.iOS(.v15), .macOS(.v14)],
    products: [
        // The stability promise (docs/decisions) covers these.
        .library(name: "ChavePix", targets: ["ChavePix"]),
        .library(name: "BiometricPixSDK", targets: ["BiometricPixSDK"]),
        .library(name: "BeyondIdentityEmbedded", targets: ["BeyondIdentityEmbedded"]),
        .library(name: "App2App", targets: ["App2App"]),
        .library(name: "ChaveTesting", targets: ["ChaveTesting"]),
        // Used by the server package; no stability promise.
        .library(name: "ChaveBase", targets: ["ChaveBase"]),
        .library(name: "ChaveWire", targets: ["ChaveWire"]),
        .library(name: "ChaveWebAuthn", targets: ["ChaveWebAuthn"]),
        .library(name: "ChaveJOSE", targets: ["ChaveJOSE"]),
        .library(name: "ChaveDeviceKeys", targets: ["ChaveDeviceKeys"]),
        .library(name: "ChaveSoftwareAuthenticator", targets: ["ChaveSoftwareAuthenticator"]),
        .library(name: "ChaveCeremonyDebugger", targets: ["ChaveCeremonyDebugger"]),
        .library(name: "ChavePixModel", targets: ["ChavePixModel"]),
        .library(name: "ChaveTransport", targets: ["ChaveTransport"]),
        .library(name: "ChaveCredentialChain", targets: ["ChaveCredentialChain"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    ],
    targets: [
        // Values that every product needs and none owns.
        .target(name: "ChaveBase", path: "Sources/Base/ChaveBase", swiftSettings: house),
        // Wire formats.
        .target(name: "ChaveWire", dependencies: ["ChaveBase"], path: "Sources/Wire/ChaveWire", swiftSettings: house),
        // Rules.
        .target(
            name: "ChaveWebAuthn",
            dependencies: ["ChaveBase", "ChaveWire", asn1, crypto, cryptoExtras, x509],
            path: "Sources/WebAuthn/ChaveWebAuthn",
            swiftSettings: house
        ),
        .target(
            name: "ChaveJOSE",
            dependencies: ["ChaveBase", "ChaveWire", crypto, cryptoExtras],
            path: "Sources/JOSE/ChaveJOSE",
            swiftSettings: house
        ),
        .target(
            name: "ChavePixModel",
            dependencies: ["ChaveBase", "ChaveWire"],
            path: "Sources/Pix/ChavePixModel",
            swiftSettings: house
        ),
        .target(
            name: "ChaveCredentialChain",
            dependencies: ["ChaveBase", asn1, crypto, x509],
            path: "Sources/Certificates/ChaveCredentialChain",
            swiftSettings: house
        ),
        // Ports.
        .target(
            name: "ChaveDeviceKeys",
            dependencies: ["ChaveBase", "ChaveWire"],
            path: "Sources/Devices/ChaveDeviceKeys",
            swiftSettings: house
        ),
        .target(
            name: "ChaveTransport",
            dependencies: ["ChaveBase"],
            path: "Sources/Transport/ChaveTransport",
            exclude: leftOut,
            resources: privacyManifest,
            swiftSettings: house
        ),
        // Edges and flows.
        .target(
            name: "ChaveSoftwareAuthenticator",
            dependencies: ["ChaveBase", "ChaveDeviceKeys", "ChaveWire", crypto, cryptoExtras],
            path: "Sources/Devices/ChaveSoftwareAuthenticator",
            exclude: leftOut,
            resources: privacyManifest,
            swiftSettings: house
        ),
        .target(
            name: "ChaveCeremonyDebugger",
            dependencies: ["ChaveBase", "ChaveWebAuthn", "ChaveWire", asn1, crypto, x509],
            path: "Sources/WebAuthn/ChaveCeremonyDebugger",
            swiftSettings: house
        ),
        .target(
            name: "ChavePix",
            dependencies: [
                "ChaveBase", "ChaveDeviceKeys", "ChavePixModel", "ChaveTransport", "ChaveWire", crypto,
                .target(
                    name: "ChaveSoftwareAuthenticator",
                    condition: .when(platforms: withoutPlatformAuthenticator)
                ),
            ],
            path: "Sources/Pix/ChavePix",
            exclude: leftOut,
            resources: privacyManifest,
            swiftSettings: house
        ),
        .target(
            name: "BiometricPixSDK",
            dependencies: ["ChaveBase", "ChaveDeviceKeys", "ChavePix", "ChavePixModel", "ChaveTransport", "ChaveWire"],
            path: "Sources/Pix/BiometricPixSDK",
            swiftSettings: house
        ),
        .target(
            name: "BeyondIdentityEmbedded",
            dependencies: [
                "ChaveBase", "ChaveCredentialChain", "ChaveDeviceKeys", "ChaveJOSE", "ChaveTransport", "ChaveWire",
                crypto, .target(name: "ChavePix", condition: .when(platforms: withoutPlatformAuthenticator)),
                .target(
                    name: "ChaveSoftwareAuthenticator",
                    condition: .when(platforms: withoutPlatformAuthenticator)
                ),
            ],
            path: "Sources/SignIn/BeyondIdentityEmbedded",
            exclude: leftOut,
            resources: privacyManifest,
            swiftSettings: house
        ),
        // A card becomes active in a wallet, on the issuer's side.
        .target(
            name: "App2App",
            dependencies: ["ChaveBase", "ChaveWire"],
            path: "Sources/Cards/App2App",
            swiftSettings: house
        ),
        // Doubles for an app's own tests.
        .target(
            name: "ChaveTesting",
            dependencies: [
                "App2App", "BeyondIdentityEmbedded", "ChaveBase", "ChaveCredentialChain", "ChaveDeviceKeys",
                "ChaveJOSE", "ChavePix", "ChavePixModel", "ChaveSoftwareAuthenticator", "ChaveTransport",
                "ChaveWebAuthn", "ChaveWire", crypto,
            ],
            path: "Sources/Testing/ChaveTesting",
            swiftSettings: house
        ),
        // Tests.
        .executableTarget(
            name: "ceremony-oracle",
            dependencies: [
                "ChaveBase", "ChaveCeremonyDebugger", "ChaveCredentialChain", "ChaveDeviceKeys", "ChaveJOSE",
                "ChaveSoftwareAuthenticator", "ChaveWebAuthn", "ChaveWire", crypto,
            ],
            path: "Tests/CeremonyOracle",
            swiftSettings: house
        ),
        .testTarget(name: "App2AppTests", dependencies: ["App2App", "ChaveBase"], swiftSettings: house),
        .testTarget(name: "ChaveBaseTests", dependencies: ["ChaveBase"], swiftSettings: house),
        .testTarget(name: "ChaveWireTests", dependencies: ["ChaveBase", "ChaveWire"], swiftSettings: house),
        .testTarget(
            name: "ChaveWebAuthnTests",
            dependencies: ["ChaveBase", "ChaveWebAuthn", "ChaveWire", asn1, crypto, cryptoExtras, x509],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveDeviceKeysTests",
            dependencies: ["ChaveDeviceKeys", "ChaveWire"],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveJOSETests",
            dependencies: ["ChaveBase", "ChaveJOSE", "ChaveWire", crypto, cryptoExtras],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveSoftwareAuthenticatorTests",
            dependencies: [
                "ChaveBase", "ChaveDeviceKeys", "ChaveSoftwareAuthenticator", "ChaveWebAuthn", "ChaveWire", crypto,
                cryptoExtras,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveCeremonyDebuggerTests",
            dependencies: [
                "ChaveBase", "ChaveCeremonyDebugger", "ChaveDeviceKeys", "ChaveSoftwareAuthenticator", "ChaveWebAuthn",
                "ChaveWire", crypto,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveCredentialChainTests",
            dependencies: ["ChaveBase", "ChaveCredentialChain", "ChavePixModel", asn1, crypto, x509],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChavePixModelTests",
            dependencies: ["ChaveBase", "ChavePixModel", "ChaveWire"],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChavePixTests",
            dependencies: [
                "BiometricPixSDK", "ChaveBase", "ChaveDeviceKeys", "ChavePix", "ChavePixModel",
                "ChaveSoftwareAuthenticator", "ChaveTesting", "ChaveTransport", "ChaveWire", crypto,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "ChaveTestingTests",
            dependencies: [
                "App2App", "BeyondIdentityEmbedded", "BiometricPixSDK", "ChaveBase", "ChaveDeviceKeys", "ChavePix",
                "ChavePixModel", "ChaveTesting", "ChaveTransport", "ChaveWire",
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "BeyondIdentityEmbeddedTests",
            dependencies: [
                "BeyondIdentityEmbedded", "ChaveBase", "ChaveCredentialChain", "ChaveDeviceKeys", "ChaveJOSE",
                "ChaveSoftwareAuthenticator", "ChaveTesting", "ChaveTransport", "ChaveWire", crypto,
            ],
            swiftSettings: house
        ),
    ],
    swiftLanguageModes: [.v6]
)
