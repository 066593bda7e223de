import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import ServerHost

/// Waits for the address with the bank's answer: the sandbox's callback page hands it over, or a person pastes it.
struct ReturnedAddress {
    /// The server with the callback page; `nil` where the address can only be pasted.
    let page: SandboxCallbackPage?
    let enrollment: EnrollmentID

    /// The bank waits fifteen minutes for its holder.
    private static let patience: Duration = .seconds(900)

    /// The sentence that asks the person to go to the bank's page.
    var request: String {
        page == nil
            ? "Open this page, approve, and paste the address it sends you to:"
            : "Open this page and approve. This command then goes on by itself; the address can be pasted, too:"
    }

    func untilThere() async throws -> String {
        guard let page else {
            guard let line = readLine(), !line.isEmpty else { throw CommandFailure("No address was pasted.") }
            return line
        }
        let end = ContinuousClock.now + ReturnedAddress.patience
        var isInputOpen = true
        while ContinuousClock.now < end {
            if isInputOpen, ReturnedAddress.isInputThere {
                let line = readLine()
                if let line, !line.isEmpty { return line }
                isInputOpen = line != nil
            }
            if let address = await page.address(of: enrollment) { return address }
            try await Task.sleep(for: .milliseconds(500))
        }
        throw CommandFailure("Nobody came back from the bank in time. Run chave device enroll --manual again.")
    }

    /// Whether standard input has a line or has ended, so that reading it does not block the wait for the page.
    private static var isInputThere: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }
}

/// The callback page of a sandbox, as a waiting terminal uses it.
struct SandboxCallbackPage {
    private let merchant: MerchantServer

    /// The page of the merchant's server; `nil` when the server is no sandbox, or a bank may not lead to its address.
    init?(of merchant: MerchantServer) async throws {
        self.merchant = merchant
        guard CallbackURL(url, rules: .sandbox) != nil, try await merchant.status(of: SandboxCallback.path) == 200
        else {
            return nil
        }
    }

    /// The callback URL that leads to the page.
    var url: String { merchant.baseURL + SandboxCallback.path }

    /// The address with the bank's answer, once; `nil` while there is none.
    func address(of enrollment: EnrollmentID) async -> String? {
        let path = "\(SandboxCallback.waitingPath)?enrollment=\(enrollment.text)"
        // A server that restarts is asked again, and the address can be pasted all the while.
        return (try? await merchant.call("GET", path))?["callback_url"]?.string
    }
}
