// swift-tools-version: 6.1
import PackageDescription

/// What holds for every target: arrows between modules are written down, nothing leaks through an import.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target in the folder of its product.
func module(
    _ name: String,
    in folder: String,
    _ dependencies: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/\(folder)/\(name)",
        resources: resources,
        swiftSettings: house
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

/// Code that several test targets use, in the folder of the tests.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: house)
}

func client(_ product: String) -> Target.Dependency { .product(name: product, package: "chave") }

let base = client("ChaveBase")
let wire = client("ChaveWire")
let pixModel = client("ChavePixModel")
let transport = client("ChaveTransport")
let jose = client("ChaveJOSE")
let deviceKeys = client("ChaveDeviceKeys")
let softwareAuthenticator = client("ChaveSoftwareAuthenticator")
let webAuthn = client("ChaveWebAuthn")

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
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let system: Target.Dependency = .product(
    name: "SystemPackage",
    package: "swift-system",
    condition: .when(platforms: [.linux])
)
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
            targets: [
                "HTTPKernel", "HolderBrowser", "PaymentsCore", "SandboxBank", "PaymentsStores", "ServerHost",
                "SQLiteWriter",
            ]
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
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        // SHA-256 of bytes, texts and parts.
        module("Hashing", in: "Base", [base, crypto]),
        // The port to banks, in Open Finance's messages.
        module("InstitutionPort", in: "Banks", [base, pixModel, wire]),
        // Signed messages, headers, errors and keystores of Open Finance Brasil, for both sides.
        module("OpenFinanceWire", in: "Banks", ["Hashing", "InstitutionPort", base, jose, wire]),
        // Objects of the Payments API, their states and events, and the port of their storage.
        module("PaymentsModel", in: "Payments", ["Hashing", "InstitutionPort", base, pixModel, wire, crypto]),
        // Flows of the Payments API.
        module(
            "PaymentsCore",
            in: "Payments",
            ["Hashing", "InstitutionPort", "PaymentsModel", "Waiting", base, jose, pixModel, webAuthn, wire, crypto]
        ),
        // Records of sign-in, their rules, and the port of their storage.
        module(
            "SignInModel",
            in: "SignIn",
            ["Hashing", base, client("ChaveCredentialChain"), jose, webAuthn, wire, crypto]
        ),
        // Flows of sign-in: tenants, credentials, OAuth and OpenID Connect, a second device.
        module(
            "SignInCore",
            in: "SignIn",
            ["Hashing", "SignInModel", base, client("ChaveCredentialChain"), jose, webAuthn, wire, crypto]
        ),
        // How mails of sign-in leave the server.
        module("SignInMail", in: "SignIn", ["SignInModel", base, wire, subprocess, system]),
        // Rules of the issuer's side when a card becomes active in a wallet.
        module("TokenActivationCore", in: "Cards", ["Hashing", base]),
        // What merchants are told: signatures, schedule, delivery; no address is dialled here.
        module("Webhooks", in: "Payments", ["Hashing", "PaymentsModel", base, pixModel, wire, crypto]),
        // Edges.
        module(
            "WebhookSending",
            in: "Payments",
            ["Webhooks", base, pixModel, asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL]
        ),
        module("PrometheusMetrics", in: "HTTP", [coreMetrics]),
        // SQLite's own interface, and the functions of it that Swift cannot call by itself.
        .systemLibrary(name: "CSQLite", path: "Modules/CSQLite"),
        module("SQLiteWriter", in: "Storage", ["CSQLite", base]),
        // PostgreSQL over its own library: connections, pool, pipelines, and what errors mean.
        .systemLibrary(name: "PostgresClientLibrary", path: "Modules/PostgresClientLibrary"),
        module("PostgresClient", in: "Storage", ["PostgresClientLibrary"]),
        // Sequences that nodes and clients wait on, whatever they wait for.
        module("Waiting", in: "Waiting", [base]),
        // Statements that both databases know, and the two ways to have them answered.
        module("SQLPort", in: "Storage", ["PostgresClient", "SQLiteWriter", base]),
        // Nodes over one PostgreSQL tell each other changes and their clocks, and that they are alive.
        module("PostgresNodes", in: "Storage", ["PostgresClient", "SQLPort", "Waiting", base]),
        // Each product's tables and statements, for either database.
        module("CardsStores", in: "Cards", ["PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", base]),
        module(
            "SignInStores",
            in: "SignIn",
            ["PostgresClient", "PostgresNodes", "SignInModel", "SQLiteWriter", "SQLPort", "Waiting", base]
        ),
        module(
            "PaymentsStores",
            in: "Payments",
            [
                "Hashing", "PaymentsModel", "PostgresClient", "PostgresNodes", "SQLiteWriter", "SQLPort", "Waiting",
                "Webhooks", base, pixModel, wire,
            ]
        ),
        // The token services of card networks, asked over HTTP.
        module("TokenNetworks", in: "Cards", ["TokenActivationCore", base, transport, wire]),
        // Cards, tokens and wallets to try it with: networks and an issuer's register.
        module(
            "SandboxCards",
            in: "Sandbox",
            ["PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", base, transport, wire]
        ),
        // QR codes as values, and drawn.
        .systemLibrary(name: "QREncoding", path: "Modules/QREncoding"),
        module("PNGFiles", in: "HTTP", []),
        module("QRCodes", in: "HTTP", ["PNGFiles", "QREncoding"]),
        // What pages for people are made of.
        module("Pages", in: "HTTP", [base, pixModel, wire, crypto], resources: [.embedInCode("Assets")]),
        // A merchant with pages: what the public API does, in a browser.
        module(
            "SandboxShop",
            in: "Sandbox",
            ["Pages", base, pixModel, transport, wire, crypto],
            resources: [.embedInCode("Assets")]
        ),
        // A wallet with pages: a card is added, and its token watched.
        module(
            "SandboxWallet",
            in: "Sandbox",
            ["Pages", "SandboxCards", "TokenActivationCore", base, wire],
            resources: [.embedInCode("Assets")]
        ),
        // The issuer's app as pages: what a wallet's link opens.
        module("IssuerPages", in: "Cards", ["Pages", client("App2App"), base, transport, wire, crypto]),
        // The operator's pages: what happens, and what can be done about it.
        module(
            "Console",
            in: "Operator",
            ["Pages", base, client("ChaveCeremonyDebugger"), pixModel, wire, crypto],
            resources: [.embedInCode("Assets")]
        ),
        // Signing in by a browser: passkeys, QR, consent, the person's own page.
        module(
            "SignInPages",
            in: "SignIn",
            ["Pages", "SignInCore", "SignInModel", base, wire],
            resources: [.embedInCode("Assets")]
        ),
        module(
            "SandboxBank",
            in: "Sandbox",
            [
                "Hashing", "InstitutionPort", "Pages", "PNGFiles", "PostgresClient", "SQLiteWriter", "SQLPort", base,
                jose, pixModel, webAuthn, wire, crypto,
            ]
        ),
        // The kernel of every API: connections, limits, rows of routes and their documentation, the places of pages.
        module(
            "HTTPKernel",
            in: "HTTP",
            [
                "Hashing", "Pages", "Waiting", base, pixModel, wire, httpTypes, hummingbird, logging, nioCore, nioHTTP1,
                nioHTTPTypes, nioHTTPTypesHTTP1,
            ]
        ),
        // Each product's API over HTTP.
        module(
            "PaymentsHTTP",
            in: "Payments",
            [
                "Hashing", "HTTPKernel", "Pages", "PaymentsCore", "PaymentsModel", "Waiting", "Webhooks", base,
                pixModel, wire,
            ]
        ),
        module(
            "SignInHTTP",
            in: "SignIn",
            [
                "Hashing", "HTTPKernel", "Pages", "QRCodes", "SignInCore", "SignInModel", "SignInPages", "Waiting",
                "Webhooks", "WebhookSending", base, jose, pixModel, wire, lifecycle,
            ]
        ),
        module(
            "CardsHTTP",
            in: "Cards",
            ["HTTPKernel", "SignInCore", "SignInModel", "TokenActivationCore", base, pixModel, wire]
        ),
        // Servers put together: settings, keys, storage, TLS, backups, pages at their places, starting and ending.
        module(
            "ServerHost",
            in: "Host",
            [
                "CardsHTTP", "CardsStores", "Console", "Hashing", "HTTPKernel", "InstitutionPort", "IssuerPages",
                "Pages", "PaymentsCore", "PaymentsHTTP", "PaymentsModel", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PrometheusMetrics", "QRCodes", "SandboxBank", "SandboxCards", "SandboxShop",
                "SandboxWallet", "SignInCore", "SignInHTTP", "SignInMail", "SignInModel", "SignInStores",
                "SQLiteWriter", "SQLPort", "TokenActivationCore", "TokenNetworks", "Waiting", "Webhooks",
                "WebhookSending", base, jose, pixModel, transport, wire, configuration, crypto, httpTypes, hummingbird,
                lifecycle, logging, metrics, nioCore, nioSSL,
            ]
        ),
        // The holder at the sandbox bank, by the bank's own pages.
        module("HolderBrowser", in: "Sandbox", [base, transport]),
        // Devices in numbers, over the SDK's wire code: an open-loop load generator.
        module(
            "LoadGenerator",
            in: "Load",
            [
                "HolderBrowser", base, deviceKeys, client("ChavePix"), pixModel, softwareAuthenticator, transport, wire,
                nioCore, nioPosix, nioSSL,
            ]
        ),
        .executableTarget(
            name: "chave",
            dependencies: [
                "HolderBrowser", "LoadGenerator", "PaymentsCore", "PaymentsModel", "QRCodes", "SandboxBank",
                "ServerHost",
                "SignInCore", "SignInModel", "SQLiteWriter", "Webhooks", client("App2App"),
                client("BeyondIdentityEmbedded"), base, client("ChaveCeremonyDebugger"), deviceKeys, client("ChavePix"),
                pixModel, softwareAuthenticator, transport, wire, arguments, lifecycle, logging, unixSignals,
            ],
            swiftSettings: house
        ),
        // Doubles that keep the whole contract of what they stand for.
        support(
            "ServerTestSupport",
            [
                "Hashing", "InstitutionPort", "PaymentsCore", "PaymentsModel", "SignInModel", "TokenActivationCore",
                "Webhooks", base, jose, pixModel, webAuthn, wire,
            ]
        ),
        // Each store over each database for one test, and statements that read what stands there.
        support(
            "StoreTestSupport",
            [
                "CardsStores", "PaymentsModel", "PaymentsStores", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "ServerTestSupport", "SignInModel", "SignInStores", "TokenActivationCore",
                "Webhooks", base, pixModel,
            ]
        ),
        // A PostgreSQL of the tests' own, with its faults.
        support("PostgresTestSupport", ["PostgresClient", "PostgresClientLibrary", "SQLPort"]),
        tests("PostgresClientTests", ["PostgresClient", "PostgresTestSupport"]),
        tests("LoadGeneratorTests", ["LoadGenerator", transport, wire, nioCore, nioPosix]),
        tests("QRCodesTests", ["PNGFiles", "QRCodes"]),
        tests("PagesTests", ["Pages", base, pixModel]),
        tests("ConsoleTests", ["Console", "Pages", base, pixModel, wire]),
        tests("SandboxShopTests", ["Pages", "SandboxShop", base, pixModel, wire]),
        tests("SignInPagesTests", ["Pages", "SignInCore", "SignInModel", "SignInPages", "StoreTestSupport", base]),
        tests("IssuerPagesTests", ["IssuerPages", "Pages", base, wire, crypto]),
        tests(
            "SandboxWalletTests",
            ["Pages", "SandboxCards", "SandboxWallet", "TokenActivationCore", client("App2App"), base]
        ),
        tests(
            "SandboxCardsTests",
            [
                "PostgresClient", "PostgresTestSupport", "SandboxCards", "SQLiteWriter", "SQLPort", "StoreTestSupport",
                "TokenActivationCore", "TokenNetworks", base, transport, wire, grdb,
            ]
        ),
        tests("OpenFinanceWireTests", ["InstitutionPort", "OpenFinanceWire", base, jose, wire]),
        tests("TokenNetworksTests", ["TokenActivationCore", "TokenNetworks", base, transport, wire]),
        tests("SQLPortTests", ["PostgresClient", "PostgresTestSupport", "SQLiteWriter", "SQLPort", base]),
        tests(
            "SandboxBankTests",
            [
                "Hashing", "HolderBrowser", "InstitutionPort", "Pages", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "SandboxBank", "SignInStores", "SQLiteWriter", "SQLPort", base, deviceKeys, jose,
                pixModel, softwareAuthenticator, transport, wire,
            ]
        ),
        tests(
            "PaymentsCoreTests",
            [
                "Hashing", "InstitutionPort", "PaymentsCore", "PaymentsModel", "ServerTestSupport", "StoreTestSupport",
                "Waiting", "Webhooks", base, deviceKeys, jose, pixModel, softwareAuthenticator, wire,
            ]
        ),
        tests(
            "SignInCoreTests",
            [
                "Hashing", "ServerTestSupport", "SignInCore", "SignInModel", "StoreTestSupport", base,
                client("ChaveCredentialChain"), deviceKeys, jose, softwareAuthenticator, webAuthn, wire, crypto,
            ]
        ),
        tests(
            "TokenActivationCoreTests",
            ["Hashing", "ServerTestSupport", "StoreTestSupport", "TokenActivationCore", base]
        ),
        tests("SignInMailTests", ["SignInMail", "SignInModel", base, wire]),
        tests("PrometheusMetricsTests", ["PrometheusMetrics", coreMetrics]),
        tests(
            "StorageTests",
            [
                "CardsStores", "CSQLite", "Hashing", "PaymentsModel", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "ServerTestSupport", "SignInModel", "SignInStores",
                "SQLiteWriter", "SQLPort", "StoreTestSupport", "TokenActivationCore", "Webhooks", base, pixModel, grdb,
            ]
        ),
        tests(
            "PostgresNodesTests",
            [
                "PaymentsCore", "PostgresClient", "PostgresNodes", "PostgresTestSupport", "SignInModel", "SignInStores",
                "SQLPort", "Waiting", base,
            ]
        ),
        tests(
            "WebhookSendingTests",
            ["PostgresTestSupport", "Webhooks", "WebhookSending", base, pixModel, nioCore, nioPosix, nioSSL]
        ),
        tests(
            "WebhooksTests",
            ["PaymentsCore", "PaymentsModel", "ServerTestSupport", "StoreTestSupport", "Webhooks", base, pixModel]
        ),
        tests(
            "ServerHTTPTests",
            [
                "CardsHTTP", "CardsStores", "Console", "Hashing", "HolderBrowser", "HTTPKernel", "InstitutionPort",
                "Pages", "PaymentsCore", "PaymentsHTTP", "PaymentsModel", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "PrometheusMetrics", "SandboxBank", "SandboxCards",
                "SandboxShop", "ServerHost", "ServerTestSupport", "SignInCore", "SignInHTTP", "SignInMail",
                "SignInModel", "SignInPages", "SignInStores", "SQLiteWriter", "StoreTestSupport", "TokenActivationCore",
                "TokenNetworks", "Waiting", "Webhooks", client("BiometricPixSDK"), base, client("ChaveCredentialChain"),
                deviceKeys, jose, client("ChavePix"), pixModel, softwareAuthenticator, transport, wire, crypto, grdb,
                httpTypes, hummingbird, lifecycle, logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes,
                nioHTTPTypesHTTP1, nioPosix,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
