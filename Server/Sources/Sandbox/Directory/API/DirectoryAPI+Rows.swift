import ChaveJOSE
import ChavePixModel
import ChaveWire
import Foundation
import HTTPKernel
import OpenFinanceWire

extension DirectoryAPI {
    static let rows: [Route<DirectoryAPI>] = [
        row(
            "GET",
            "/participants",
            "listParticipants",
            "The participants with their servers",
            .other("application/json")
        ) {
            .json(try $0.api.folder.state().participants)
        },
        row("GET", "/keystore/openbanking.jwks", "readStatementKeys", "The keys of software statements", .keys) {
            .json(try JWKSet([$0.api.folder.statementKey().publicKey]).json)
        },
        row("GET", "/keystore/{organisation}/application.jwks", "readKeys", "An organisation's keys", .keys) {
            guard let organisation = try $0.api.folder.state().organisation($0.parameter("organisation")) else {
                throw notThere
            }
            return .json(keySet(organisation.keys))
        },
        row(
            "GET",
            "/keystore/{organisation}/{software}/application.jwks",
            "readSoftwareKeys",
            "The keys of a software statement",
            .keys
        ) {
            let found = try $0.api.folder.state().software($0.parameter("software"))
            guard let found, found.organisation.id == $0.parameter("organisation") else { throw notThere }
            return .json(keySet(found.software.keys))
        },
        row("POST", "/token", "createToken", "A token for software statements", .token, for: .certificate) {
            try $0.token()
        },
        row(
            "GET",
            "/organisations/{organisation}/softwarestatements/{software}/assertion",
            "readAssertion",
            "A software statement, signed: it lives for five minutes",
            .other("application/jwt"),
            for: .certificate
        ) {
            try $0.assertion()
        },
    ]

    private static let notThere = OAuthRefusal(
        "not_found",
        "There is no such participant. See /participants.",
        status: 404
    )

    private static func row(
        _ method: String,
        _ template: String,
        _ name: String,
        _ summary: String,
        _ content: RouteAnswer.Content,
        for access: DirectoryAccess = .everybody,
        _ handler: @escaping Route<DirectoryAPI>.Handler
    ) -> Route<DirectoryAPI> {
        Route(
            method,
            template,
            for: access,
            RouteText(name, summary),
            answers: RouteAnswer(content),
            terms: method == "GET" ? .read : .write,
            .atOnce(handler)
        )
    }

    private static func keySet(_ keys: [String]) -> JSONValue {
        ["keys": .array(keys.compactMap { try? JSONValue(parsing: Array($0.utf8)) })]
    }
}

extension RouteAnswer.Content {
    fileprivate static let keys = RouteAnswer.Content.other(mediaType: "application/json")
    fileprivate static let token = RouteAnswer.Content.other(mediaType: "application/json")

    fileprivate static func other(_ mediaType: String) -> RouteAnswer.Content { .other(mediaType: mediaType) }
}
