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
        // The port to banks, in Open Finance's messages.
        module("InstitutionPort", [client("ChavePixModel"), client("ChaveWire")]),
        // Rules and flows of the Payments API.
        module(
            "PaymentsCore",
            [
                "InstitutionPort", "Waiting", client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"), crypto,
            ]
        ),
        // Rules of sign-in: tenants, credentials, OAuth and OpenID Connect, a second device.
        module(
            "SignInCore",
            [
                client("ChaveCredentialChain"), client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"), crypto,
            ]
        ),
        // How mails of sign-in leave the server.
        module("SignInMail", ["SignInCore", client("ChavePixModel"), client("ChaveWire")]),
        // Rules of the issuer's side when a card becomes active in a wallet.
        module("TokenActivationCore", [client("ChavePixModel"), client("ChaveWire"), crypto]),
        // What merchants are told: signatures, schedule, delivery; no address is dialled here.
        module("Webhooks", ["PaymentsCore", client("ChavePixModel"), client("ChaveWire"), crypto]),
        // Edges.
        module(
            "WebhookSending",
            ["Webhooks", client("ChavePixModel"), asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL]
        ),
        module("PrometheusMetrics", [coreMetrics]),
        // SQLite's own interface, and the functions of it that Swift cannot call by itself.
        .systemLibrary(name: "CSQLite", path: "Modules/CSQLite"),
        module("SQLiteWriter", ["CSQLite"]),
        // PostgreSQL over its own library: connections, pool, pipelines, and what errors mean.
        .systemLibrary(name: "PostgresClientLibrary", path: "Modules/PostgresClientLibrary"),
        module("PostgresClient", ["PostgresClientLibrary"]),
        // Sequences that nodes and clients wait on, whatever they wait for.
        module("Waiting", []),
        // Statements that both databases know, and the two ways to have them answered.
        module("SQLPort", ["PostgresClient", "SQLiteWriter", client("ChavePixModel")]),
        // Nodes over one PostgreSQL tell each other changes and their clocks, and that they are alive.
        module("PostgresNodes", ["PostgresClient", "SQLPort", "Waiting", client("ChavePixModel")]),
        // Each product's tables and statements, for either database.
        module(
            "CardsStores",
            ["PostgresClient", "SQLPort", "SQLiteWriter", "TokenActivationCore", client("ChavePixModel")]
        ),
        module(
            "SignInStores",
            [
                "PostgresClient", "SQLPort", "SQLiteWriter", "SignInCore", "PostgresNodes", "Waiting",
                client("ChavePixModel"),
            ]
        ),
        module(
            "PaymentsStores",
            [
                "PaymentsCore", "PostgresClient", "SQLPort", "SQLiteWriter", "PostgresNodes", "Waiting", "Webhooks",
                client("ChavePixModel"), client("ChaveWire"),
            ]
        ),
        // The token services of card networks, asked over HTTP.
        module(
            "TokenNetworks",
            [
                "TokenActivationCore", client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
            ]
        ),
        // Cards, tokens and wallets to try it with: networks and an issuer's register.
        module(
            "SandboxCards",
            [
                "PostgresClient", "SQLPort", "SQLiteWriter", "TokenActivationCore", client("ChavePixModel"),
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
            dependencies: [client("ChavePixModel"), client("ChaveWire"), crypto],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A merchant with pages: what the public API does, in a browser.
        .target(
            name: "SandboxShop",
            dependencies: ["Pages", client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"), crypto],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A wallet with pages: a card is added, and its token watched.
        .target(
            name: "SandboxWallet",
            dependencies: [
                "Pages", "SandboxCards", "TokenActivationCore", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"),
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // The issuer's app as pages: what a wallet's link opens.
        module(
            "IssuerPages",
            [
                "Pages", client("App2App"), client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
                crypto,
            ]
        ),
        // The operator's pages: what happens, and what can be done about it.
        .target(
            name: "Console",
            dependencies: [
                "Pages", client("ChaveCeremonyDebugger"), client("ChavePixModel"), client("ChaveWire"), crypto,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // Signing in by a browser: passkeys, QR, consent, the person's own page.
        .target(
            name: "SignInPages",
            dependencies: ["Pages", "SignInCore", client("ChavePixModel"), client("ChaveWire")],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        module(
            "SandboxBank",
            [
                "InstitutionPort", "PNGFiles", "Pages", "PostgresClient", "SQLPort", "SQLiteWriter",
                client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ]
        ),
        module(
            "ServerHTTP",
            [
                "CardsStores", "Console", "InstitutionPort", "IssuerPages", "Pages", "PaymentsCore", "PostgresClient",
                "PrometheusMetrics", "QRCodes", "SandboxBank", "SandboxCards", "SandboxShop", "SandboxWallet",
                "SignInCore", "SignInMail", "SignInPages", "PostgresNodes", "PaymentsStores", "SignInStores",
                "SQLPort", "SQLiteWriter", "TokenActivationCore", "TokenNetworks", "Waiting", "WebhookSending",
                "Webhooks",
                client("ChaveJOSE"), client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
                configuration, crypto, httpTypes, hummingbird, lifecycle, logging, metrics, nioCore, nioHTTP1,
                nioHTTPTypes, nioHTTPTypesHTTP1, nioSSL,
            ]
        ),
        // The holder at the sandbox bank, by the bank's own pages.
        module("HolderBrowser", [client("ChaveTransport")]),
        // Devices in numbers, over the SDK's wire code: an open-loop load generator.
        module(
            "LoadGenerator",
            [
                "HolderBrowser", client("ChaveDeviceKeys"), client("ChavePix"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"), nioCore, nioPosix,
                nioSSL,
            ]
        ),
        .executableTarget(
            name: "chave",
            dependencies: [
                "HolderBrowser", "LoadGenerator", "PaymentsCore", "QRCodes", "SandboxBank", "ServerHTTP", "SignInCore",
                "SQLiteWriter", client("App2App"), client("BeyondIdentityEmbedded"), client("ChaveCeremonyDebugger"),
                client("ChaveDeviceKeys"), client("ChavePix"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"), "Webhooks",
                arguments, lifecycle, logging, unixSignals,
            ],
            swiftSettings: house
        ),
        // Doubles that keep the whole contract of what they stand for.
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "CardsStores", "InstitutionPort", "PaymentsCore", "PaymentsStores", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "SignInCore", "SignInStores", "TokenActivationCore", "Webhooks",
                client("ChavePixModel"), client("ChaveWire"), client("ChaveJOSE"), client("ChaveWebAuthn"),
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
        tests("PagesTests", ["Pages", client("ChavePixModel")]),
        tests("ConsoleTests", ["Console", "Pages", client("ChavePixModel"), client("ChaveWire")]),
        tests("SandboxShopTests", ["SandboxShop", "Pages", client("ChavePixModel"), client("ChaveWire")]),
        tests(
            "SignInPagesTests",
            ["SignInPages", "Pages", "ServerTestSupport", "SignInCore", client("ChavePixModel")]
        ),
        tests("IssuerPagesTests", ["IssuerPages", "Pages", client("ChavePixModel"), client("ChaveWire"), crypto]),
        tests(
            "SandboxWalletTests",
            [
                "SandboxWallet", "Pages", "SandboxCards", "TokenActivationCore", client("App2App"),
                client("ChavePixModel"),
            ]
        ),
        tests(
            "SandboxCardsTests",
            [
                "SandboxCards", "PostgresClient", "PostgresTestSupport", "SQLPort", "SQLiteWriter", "ServerTestSupport",
                "TokenActivationCore", "TokenNetworks", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"), grdb,
            ]
        ),
        tests(
            "TokenNetworksTests",
            [
                "TokenActivationCore", "TokenNetworks", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"),
            ]
        ),
        tests(
            "SQLPortTests",
            ["SQLPort", "PostgresClient", "PostgresTestSupport", "SQLiteWriter", client("ChavePixModel")]
        ),
        tests(
            "SandboxBankTests",
            [
                "SandboxBank", "HolderBrowser", "InstitutionPort", "Pages", "PostgresClient", "PostgresTestSupport",
                "SQLPort", "SignInStores", "SQLiteWriter", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"), client("ChaveDeviceKeys"), client("ChaveSoftwareAuthenticator"),
                client("ChaveJOSE"),
            ]
        ),
        tests(
            "PaymentsCoreTests",
            [
                "PaymentsCore", "InstitutionPort", "ServerTestSupport", "Waiting", client("ChavePixModel"),
                client("ChaveWire"), client("ChaveDeviceKeys"), client("ChaveJOSE"),
                client("ChaveSoftwareAuthenticator"),
            ]
        ),
        tests(
            "SignInCoreTests",
            [
                "SignInCore", "ServerTestSupport", client("ChaveCredentialChain"), client("ChaveDeviceKeys"),
                client("ChaveJOSE"), client("ChavePixModel"), client("ChaveSoftwareAuthenticator"),
                client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ]
        ),
        tests("TokenActivationCoreTests", ["TokenActivationCore", "ServerTestSupport", client("ChavePixModel")]),
        tests("SignInMailTests", ["SignInMail", "SignInCore", client("ChavePixModel"), client("ChaveWire")]),
        tests("PrometheusMetricsTests", ["PrometheusMetrics", coreMetrics]),
        tests(
            "StorageTests",
            [
                "CSQLite", "CardsStores", "PaymentsCore", "PaymentsStores", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "SQLPort", "SQLiteWriter", "ServerTestSupport", "SignInCore", "SignInStores",
                "TokenActivationCore", "Webhooks",
                client("ChavePixModel"), grdb,
            ]
        ),
        tests(
            "PostgresNodesTests",
            [
                "PaymentsCore", "PostgresClient", "PostgresTestSupport", "SQLPort", "SignInCore", "SignInStores",
                "PostgresNodes", "Waiting", client("ChavePixModel"),
            ]
        ),
        tests(
            "WebhookSendingTests",
            ["WebhookSending", "Webhooks", "PostgresTestSupport", client("ChavePixModel"), nioCore, nioPosix, nioSSL]
        ),
        tests("WebhooksTests", ["Webhooks", "PaymentsCore", "ServerTestSupport", client("ChavePixModel")]),
        tests(
            "ServerHTTPTests",
            [
                "CardsStores", "Console", "InstitutionPort", "Pages", "PaymentsCore", "PaymentsStores", "PostgresNodes",
                "PrometheusMetrics", "SQLiteWriter", "SandboxBank", "SandboxCards", "ServerHTTP", "ServerTestSupport",
                "SignInCore", "SignInMail", "SignInPages", "SignInStores", "TokenActivationCore", "TokenNetworks",
                "Webhooks",
                client("BiometricPixSDK"), client("ChaveCredentialChain"), client("ChaveDeviceKeys"),
                client("ChaveJOSE"), crypto, "PostgresClient", "PostgresTestSupport",
                client("ChavePix"), client("ChavePixModel"), client("ChaveSoftwareAuthenticator"),
                client("ChaveTransport"), client("ChaveWire"), "HolderBrowser", grdb, httpTypes, hummingbird, lifecycle,
                logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
