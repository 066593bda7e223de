import ChavePixModel
import Foundation

/// The app's own server, which alone holds the API keys: `merchant.py` beside this folder plays it.
struct Merchant: Sendable {
    let baseURL: URL

    /// A session for the person who has signed in to the shop; here whoever types a CPF.
    func session(for buyer: TaxIdentifier) async throws -> MerchantSession {
        var request = URLRequest(url: baseURL.appendingPathComponent("session"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["cpf": buyer.text])
        let (body, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw MerchantRefusal(status: status) }
        return try JSONDecoder().decode(MerchantSession.self, from: body)
    }
}
