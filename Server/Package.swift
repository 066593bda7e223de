// swift-tools-version: 6.1
import PackageDescription

/// What holds for every target: arrows between modules are written down, nothing leaks through an import.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

func client(_ product: String) -> Target.Dependency { .product(name: product, package: "chave") }

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "chave-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "chave", targets: ["chave"]),
        // For Benchmarks, which is a package of its own.
        .library(
            name: "ServerParts",
            targets: ["HolderBrowser", "PaymentsCore", "SandboxBank", "PaymentsStores", "ServerHTTP", "SQLiteWriter"]
        ),
    ],
    dependencies: [
        .package(name: "chave", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // SHA-256 of bytes, texts and parts.
        .target(
            name: "Hashing",
            dependencies: [client("ChaveBase"), crypto],
            path: "Sources/Base/Hashing",
            swiftSettings: house
        ),
        // The port to banks, in Open Finance's messages.
        module("InstitutionPort", [client("ChaveBase"), client("ChavePixModel"), client("ChaveWire")]),
        // Rules and flows of the Payments API.
        module(
            "PaymentsCore",
            [
                "Hashing", "InstitutionPort", "Waiting", client("ChaveBase"), client("ChaveJOSE"),
                client("ChavePixModel"), client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ]
        ),
        // Rules of sign-in: tenants, credentials, OAuth and OpenID Connect, a second device.
        module(
            "SignInCore",
            [
                "Hashing", client("ChaveBase"), client("ChaveCredentialChain"), client("ChaveJOSE"),
                client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ]
        ),
        // How mails of sign-in leave the server.
        module("SignInMail", ["SignInCore", client("ChaveBase"), client("ChaveWire")]),
        // Rules of the issuer's side when a card becomes active in a wallet.
        module("TokenActivationCore", ["Hashing", client("ChaveBase")]),
        // What merchants are told: signatures, schedule, delivery; no address is dialled here.
        module(
            "Webhooks",
            ["Hashing", "PaymentsCore", client("ChaveBase"), client("ChavePixModel"), client("ChaveWire"), crypto]
        ),
        // Edges.
        module(
            "WebhookSending",
            [
                "Webhooks", client("ChaveBase"), client("ChavePixModel"), asyncHTTPClient, nioCore, nioHTTP1, nioPosix,
                nioSSL,
            ]
        ),
        module("PrometheusMetrics", [coreMetrics]),
        // SQLite's own interface, and the functions of it that Swift cannot call by itself.
        .systemLibrary(name: "CSQLite", path: "Modules/CSQLite"),
        module("SQLiteWriter", ["CSQLite", client("ChaveBase")]),
        // PostgreSQL over its own library: connections, pool, pipelines, and what errors mean.
        .systemLibrary(name: "PostgresClientLibrary", path: "Modules/PostgresClientLibrary"),
        module("PostgresClient", ["PostgresClientLibrary"]),
        // Sequences that nodes and clients wait on, whatever they wait for.
        module("Waiting", []),
        // Statements that both databases know, and the two ways to have them answered.
        module("SQLPort", ["PostgresClient", "SQLiteWriter", client("ChaveBase")]),
        // Nodes over one PostgreSQL tell each other changes and their clocks, and that they are alive.
        module("PostgresNodes", ["PostgresClient", "SQLPort", "Waiting", client("ChaveBase")]),
        // Each product's tables and statements, for either database.
        module(
            "CardsStores",
            ["PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", client("ChaveBase")]
        ),
        module(
            "SignInStores",
            [
                "PostgresClient", "PostgresNodes", "SignInCore", "SQLiteWriter", "SQLPort", "Waiting",
                client("ChaveBase"),
            ]
        ),
        module(
            "PaymentsStores",
            [
                "Hashing", "PaymentsCore", "PostgresClient", "PostgresNodes", "SQLiteWriter", "SQLPort", "Waiting",
                "Webhooks", client("ChaveBase"), client("ChavePixModel"), client("ChaveWire"),
            ]
        ),
        // The token services of card networks, asked over HTTP.
        module(
            "TokenNetworks",
            ["TokenActivationCore", client("ChaveBase"), client("ChaveTransport"), client("ChaveWire")]
        ),
        // Cards, tokens and wallets to try it with: networks and an issuer's register.
        module(
            "SandboxCards",
            [
                "PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", client("ChaveBase"),
                client("ChaveTransport"), client("ChaveWire"),
            ]
        ),
        // QR codes as values, and drawn.
        .systemLibrary(name: "QREncoding", path: "Modules/QREncoding"),
        .target(name: "PNGFiles", swiftSettings: house),
        module("QRCodes", ["PNGFiles", "QREncoding"]),
        // What pages for people are made of.
        .target(
            name: "Pages",
            dependencies: [client("ChaveBase"), client("ChavePixModel"), client("ChaveWire"), crypto],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A merchant with pages: what the public API does, in a browser.
        .target(
            name: "SandboxShop",
            dependencies: [
                "Pages", client("ChaveBase"), client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
                crypto,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A wallet with pages: a card is added, and its token watched.
        .target(
            name: "SandboxWallet",
            dependencies: ["Pages", "SandboxCards", "TokenActivationCore", client("ChaveBase"), client("ChaveWire")],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // The issuer's app as pages: what a wallet's link opens.
        module(
            "IssuerPages",
            ["Pages", client("App2App"), client("ChaveBase"), client("ChaveTransport"), client("ChaveWire"), crypto]
        ),
        // The operator's pages: what happens, and what can be done about it.
        .target(
            name: "Console",
            dependencies: [
                "Pages", client("ChaveBase"), client("ChaveCeremonyDebugger"), client("ChavePixModel"),
                client("ChaveWire"), crypto,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // Signing in by a browser: passkeys, QR, consent, the person's own page.
        .target(
            name: "SignInPages",
            dependencies: ["Pages", "SignInCore", client("ChaveBase"), client("ChaveWire")],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        module(
            "SandboxBank",
            [
                "Hashing", "InstitutionPort", "Pages", "PNGFiles", "PostgresClient", "SQLiteWriter", "SQLPort",
                client("ChaveBase"), client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"), crypto,
            ]
        ),
        module(
            "ServerHTTP",
            [
                "CardsStores", "Console", "Hashing", "InstitutionPort", "IssuerPages", "Pages", "PaymentsCore",
                "PaymentsStores", "PostgresClient", "PostgresNodes", "PrometheusMetrics", "QRCodes", "SandboxBank",
                "SandboxCards", "SandboxShop", "SandboxWallet", "SignInCore", "SignInMail", "SignInPages",
                "SignInStores", "SQLiteWriter", "SQLPort", "TokenActivationCore", "TokenNetworks", "Waiting",
                "Webhooks", "WebhookSending", client("ChaveBase"), client("ChaveJOSE"), client("ChavePixModel"),
                client("ChaveTransport"), client("ChaveWire"), configuration, crypto, httpTypes, hummingbird, lifecycle,
                logging, metrics, nioCore, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioSSL,
            ]
        ),
        // The holder at the sandbox bank, by the bank's own pages.
        module("HolderBrowser", [client("ChaveBase"), client("ChaveTransport")]),
        // Devices in numbers, over the SDK's wire code: an open-loop load generator.
        module(
            "LoadGenerator",
            [
                "HolderBrowser", client("ChaveBase"), client("ChaveDeviceKeys"), client("ChavePix"),
                client("ChavePixModel"), client("ChaveSoftwareAuthenticator"), client("ChaveTransport"),
                client("ChaveWire"), nioCore, nioPosix, nioSSL,
            ]
        ),
        .executableTarget(
            name: "chave",
            dependencies: [
                "HolderBrowser", "LoadGenerator", "PaymentsCore", "QRCodes", "SandboxBank", "ServerHTTP", "SignInCore",
                "SQLiteWriter", "Webhooks", client("App2App"), client("BeyondIdentityEmbedded"), client("ChaveBase"),
                client("ChaveCeremonyDebugger"), client("ChaveDeviceKeys"), client("ChavePix"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"), arguments,
                lifecycle, logging, unixSignals,
            ],
            swiftSettings: house
        ),
        // Doubles that keep the whole contract of what they stand for.
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "CardsStores", "Hashing", "InstitutionPort", "PaymentsCore", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "SignInCore", "SignInStores", "TokenActivationCore", "Webhooks",
                client("ChaveBase"), client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"),
            ],
            path: "Tests/ServerTestSupport",
            swiftSettings: house
        ),
        // A PostgreSQL of the tests' own, with its faults.
        .target(
            name: "PostgresTestSupport",
            dependencies: ["PostgresClient", "PostgresClientLibrary", "SQLPort"],
            path: "Tests/PostgresTestSupport",
            swiftSettings: house
        ),
        tests("PostgresClientTests", ["PostgresClient", "PostgresTestSupport"]),
        tests(
            "LoadGeneratorTests",
            ["LoadGenerator", client("ChaveTransport"), client("ChaveWire"), nioCore, nioPosix]
        ),
        tests("QRCodesTests", ["PNGFiles", "QRCodes"]),
        tests("PagesTests", ["Pages", client("ChaveBase"), client("ChavePixModel")]),
        tests("ConsoleTests", ["Console", "Pages", client("ChaveBase"), client("ChavePixModel"), client("ChaveWire")]),
        tests(
            "SandboxShopTests",
            ["Pages", "SandboxShop", client("ChaveBase"), client("ChavePixModel"), client("ChaveWire")]
        ),
        tests(
            "SignInPagesTests",
            ["Pages", "ServerTestSupport", "SignInCore", "SignInPages", client("ChaveBase")]
        ),
        tests(
            "IssuerPagesTests",
            ["IssuerPages", "Pages", client("ChaveBase"), client("ChaveWire"), crypto]
        ),
        tests(
            "SandboxWalletTests",
            ["Pages", "SandboxCards", "SandboxWallet", "TokenActivationCore", client("App2App"), client("ChaveBase")]
        ),
        tests(
            "SandboxCardsTests",
            [
                "PostgresClient", "PostgresTestSupport", "SandboxCards", "ServerTestSupport", "SQLiteWriter", "SQLPort",
                "TokenActivationCore", "TokenNetworks", client("ChaveBase"), client("ChaveTransport"),
                client("ChaveWire"), grdb,
            ]
        ),
        tests(
            "TokenNetworksTests",
            [
                "TokenActivationCore", "TokenNetworks", client("ChaveBase"), client("ChaveTransport"),
                client("ChaveWire"),
            ]
        ),
        tests(
            "SQLPortTests",
            ["PostgresClient", "PostgresTestSupport", "SQLiteWriter", "SQLPort", client("ChaveBase")]
        ),
        tests(
            "SandboxBankTests",
            [
                "Hashing", "HolderBrowser", "InstitutionPort", "Pages", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "SandboxBank", "SignInStores", "SQLiteWriter", "SQLPort", client("ChaveBase"),
                client("ChaveDeviceKeys"), client("ChaveJOSE"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"),
            ]
        ),
        tests(
            "PaymentsCoreTests",
            [
                "Hashing", "InstitutionPort", "PaymentsCore", "ServerTestSupport", "Waiting", "Webhooks",
                client("ChaveBase"), client("ChaveDeviceKeys"), client("ChaveJOSE"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveWire"),
            ]
        ),
        tests(
            "SignInCoreTests",
            [
                "Hashing", "ServerTestSupport", "SignInCore", client("ChaveBase"), client("ChaveCredentialChain"),
                client("ChaveDeviceKeys"), client("ChaveJOSE"), client("ChaveSoftwareAuthenticator"),
                client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ]
        ),
        tests(
            "TokenActivationCoreTests",
            ["Hashing", "ServerTestSupport", "TokenActivationCore", client("ChaveBase")]
        ),
        tests("SignInMailTests", ["SignInCore", "SignInMail", client("ChaveBase"), client("ChaveWire")]),
        tests("PrometheusMetricsTests", ["PrometheusMetrics", coreMetrics]),
        tests(
            "StorageTests",
            [
                "CardsStores", "CSQLite", "Hashing", "PaymentsCore", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "ServerTestSupport", "SignInCore", "SignInStores",
                "SQLiteWriter", "SQLPort", "TokenActivationCore", "Webhooks", client("ChaveBase"),
                client("ChavePixModel"), grdb,
            ]
        ),
        tests(
            "PostgresNodesTests",
            [
                "PaymentsCore", "PostgresClient", "PostgresNodes", "PostgresTestSupport", "SignInCore", "SignInStores",
                "SQLPort", "Waiting", client("ChaveBase"),
            ]
        ),
        tests(
            "WebhookSendingTests",
            [
                "PostgresTestSupport", "Webhooks", "WebhookSending", client("ChaveBase"), client("ChavePixModel"),
                nioCore, nioPosix, nioSSL,
            ]
        ),
        tests(
            "WebhooksTests",
            ["PaymentsCore", "ServerTestSupport", "Webhooks", client("ChaveBase"), client("ChavePixModel")]
        ),
        tests(
            "ServerHTTPTests",
            [
                "CardsStores", "Console", "Hashing", "HolderBrowser", "InstitutionPort", "Pages", "PaymentsCore",
                "PaymentsStores", "PostgresClient", "PostgresNodes", "PostgresTestSupport", "PrometheusMetrics",
                "SandboxBank", "SandboxCards", "SandboxShop", "ServerHTTP", "ServerTestSupport", "SignInCore",
                "SignInMail", "SignInPages", "SignInStores", "SQLiteWriter", "TokenActivationCore", "TokenNetworks",
                "Waiting", "Webhooks", client("BiometricPixSDK"), client("ChaveBase"), client("ChaveCredentialChain"),
                client("ChaveDeviceKeys"), client("ChaveJOSE"), client("ChavePix"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"), crypto, grdb,
                httpTypes, hummingbird, lifecycle, logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes,
                nioHTTPTypesHTTP1, nioPosix,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
