import ChavePix
import ChavePixModel
import Foundation
import GuideSupport

// Walks through the models of Examples/PixDemo as a person would: picks a bank, approves there, comes back, pays.

guard let buyer = TaxIdentifier(punctuated: GuideSupport.Settings.cpf) else {
    finish("CHAVE_CPF is no CPF", succeeded: false)
}
let client = PixClient(accessToken: GuideSupport.Settings.accessToken, configuration: .standard())
let shop = MerchantSession(
    accessToken: GuideSupport.Settings.accessToken,
    customerSince: GuideSupport.Settings.accountTenure,
    beneficiary: GuideSupport.Settings.beneficiary
)

/// Looks each 20 ms until it is there; a model that has failed, or a minute, ends the walk.
@MainActor
func wait<Value>(_ what: String, failure: () -> Failure?, for value: () -> Value?) async -> Value {
    for _ in 0..<3_000 {
        if let value = value() { return value }
        if let failure = failure() { finish("\(what): \(failure.text)", succeeded: false) }
        try? await Task.sleep(nanoseconds: 20_000_000)
    }
    finish("\(what): nothing within a minute", succeeded: false)
}

@MainActor
func enroll(ending: Bool) async {
    let model = EnrollmentModel(client: client, buyer: buyer, session: shop)
    await model.load()
    let chosen = model.institutions.first {
        GuideSupport.Settings.institution == nil || $0.displayName == GuideSupport.Settings.institution
    }
    guard let chosen else { finish("no bank is there", succeeded: false) }
    model.start(at: chosen)
    let page = await wait("the bank's page", failure: { model.failure }) { model.bankPage }
    guard model.stage == .atTheBank, model.isRunning else { finish("the stage is not the bank's", succeeded: false) }
    let callback = await withCheckedContinuation { back in BankVisit.approve(page) { back.resume(returning: $0) } }
    guard let callback else { finish("the bank's page never came back", succeeded: false) }
    guard ending else {
        model.returned(with: callback)
        guard model.bankPage == nil else { finish("the bank is offered again after the way back", succeeded: false) }
        return await wait("the enrollment", failure: { model.failure }) { model.stage == .done ? () : nil }
    }
    // The app is ended while the person is at the bank, and another run of it is opened with the callback.
    model.cancel()
    await wait("the end of the first run", failure: { nil }) { model.isRunning ? nil : () }
    let next = EnrollmentModel(client: client, buyer: buyer, session: shop)
    next.returned(with: callback)
    await wait("the enrollment after a restart", failure: { next.failure }) { next.stage == .done ? () : nil }
}

@MainActor
func pay() async {
    let model = PaymentModel(client: client, buyer: buyer, session: shop)
    await model.load()
    guard let enrollment = model.enrollments.first else { finish("no enrollment stands", succeeded: false) }
    model.start(with: enrollment, amount: "nothing")
    guard model.stage == nil, model.failure != nil else { finish("a wrong amount was taken", succeeded: false) }
    model.start(with: enrollment, amount: "12,34")
    await wait("the payment", failure: { model.failure }) { model.stage == .done ? () : nil }
    guard model.amount?.decimal == "12.34" else { finish("the amount is another", succeeded: false) }
}

/// A link is a bank's answer where scheme, host and path are the callback's.
func checkCallbacks() {
    let rows: [(link: String, callback: String, isAnswer: Bool)] = [
        ("pixdemo://callback?code=1", "pixdemo://callback", true),
        ("PIXDEMO://Callback#code=1", "pixdemo://callback", true),
        ("pixdemo://callbackX?code=1", "pixdemo://callback", false),
        ("pixdemo://callback/more", "pixdemo://callback", false),
        ("pixdemo://callback:1", "pixdemo://callback", false),
        ("pixdemo://a@callback", "pixdemo://callback", false),
        ("other://callback", "pixdemo://callback", false),
        ("https://pay.example.com/volta?state=1", "https://pay.example.com/volta", true),
        ("https://pay.example.com.evil.example/volta", "https://pay.example.com/volta", false),
        ("pixdemo://callback", "", false),
        ("callback", "callback", false),
    ]
    for row in rows {
        guard let link = URL(string: row.link), BankCallback.matches(link, row.callback) == row.isAnswer else {
            finish("\(row.link) for \(row.callback): expected \(row.isAnswer)", succeeded: false)
        }
    }
}

checkCallbacks()
await enroll(ending: ProcessInfo.processInfo.environment["CHAVE_ENDS_AT_THE_BANK"] != nil)
say("enrolled")
await pay()
finish("paid", succeeded: true)
