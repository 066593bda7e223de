import ChaveBase
import Foundation
import PaymentsCore
import PaymentsModel
import SQLiteWriter
import ServerHost
import SignInModel

/// Describes an error in one sentence with the next step.
enum Sentence {
    static func of(_ error: any Error) -> String {
        switch error {
        case let refusal as OpeningRefusal: text(refusal)
        case Administration.Refusal.noSuchOrganisation:
            "There is no such organisation. See: chave organisations list"
        case Administration.Refusal.organisationUnclear(0):
            "There is no organisation yet. Make one: chave organisations create NAME"
        case Administration.Refusal.organisationUnclear(let count):
            "There are \(count) organisations. Say which: --organisation ID, as chave organisations list shows them."
        case Administration.Refusal.tooManyKeys:
            "The organisation has \(APIKey.largestCount) keys that are not revoked. Revoke one first: chave keys revoke ID"
        case Administration.Refusal.noSuchKey: "There is no such key. See: chave keys list"
        case Administration.AppRefusal.noSuchApp: "There is no such app. See: chave apps list"
        case Administration.AppRefusal.alreadyRegistered:
            "This app is registered for the organisation. Remove that entry first: chave apps remove"
        case Administration.AppRefusal.invalid(let reason): reason
        case let error as OAuthError: "\(error.field.map { "\($0): " } ?? "")\(error.description)"
        case let error as CocoaError:
            "\(error.filePath ?? "A file") cannot be read or written. Check its owner and its disk, or give another --data."
        default: DatabaseSentence.of(error) ?? "\(error)"
        }
    }

    private static func text(_ refusal: OpeningRefusal) -> String {
        switch refusal {
        case .inUse(let lockFile):
            "A server is running on \(folder(of: lockFile)). Stop it first, or give another --data."
        case .cannotLock(let lockFile, let number):
            "\(lockFile) cannot be locked: \(String(cString: strerror(number))). Check its owner, or give another --data."
        case .cannotOpen(let path, let code): "\(path) \(text(sqliteCode: code))"
        case .settingNotTaken(let pragma, let expected, let found):
            "SQLite does not take \(pragma) = \(expected) but \(found). Keep --data on a local disk."
        }
    }

    private static func text(sqliteCode code: Int32) -> String {
        switch code {
        case 8: "may not be written. Check its owner and its disk, or give another --data."
        case 11, 26: "is damaged, or no database. Restore it from the backup."
        default: "cannot be opened (SQLite's error \(code)). Check its owner and its disk, or give another --data."
        }
    }

    private static func folder(of path: String) -> Substring {
        path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    }
}
