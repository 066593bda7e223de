import BeyondIdentityEmbedded
import Foundation

// Answers the questions of Examples/SignInDemo as a person would, also when their time is up or another one comes.

@MainActor
func check(_ isSo: Bool, _ what: String) {
    guard !isSo else { return }
    print("SignInDemoModels: not so: \(what)")
    exit(1)
}

/// Lets everything happen that is under way.
func settle() async {
    for _ in 0..<1_000 { await Task.yield() }
}

@MainActor
func checkNumberPick() async {
    let pick = NumberPick()
    let question = NumberPick.Question(title: "Entrar?", choices: ["12", "34", "56"])

    let answered = Task { await pick.ask(question) }
    await settle()
    check(pick.question == question, "the question is shown")
    pick.reply(.number("34"))
    check(await answered.value == .number("34") && pick.question == nil, "the number is the answer, the question goes")

    let late = Task { await pick.ask(question) }
    await settle()
    late.cancel()
    await settle()
    check(await late.value == .refuse && pick.question == nil, "a question whose time is up is refused, and goes")

    // Two questions in the same words: the end of the first one must not end the second.
    let first = Task { await pick.ask(question) }
    await settle()
    first.cancel()
    let second = Task { await pick.ask(question) }
    check(await first.value == .refuse, "the older question is refused")
    await settle()
    check(pick.question == question, "the newer question stays")
    pick.reply(.number("56"))
    check(await second.value == .number("56"), "the newer question is answered")

    let older = Task { await pick.ask(question) }
    await settle()
    let newer = Task { await pick.ask(question) }
    check(await older.value == .refuse, "a newer question ends the older one")
    pick.reply(.refuse)
    check(await newer.value == .refuse, "who says no refuses")

    let over = Task { await pick.ask(question) }
    over.cancel()
    check(await over.value == .refuse, "who was cancelled before is not asked")
    await settle()
    check(pick.question == nil, "and no question is left")
}

await checkNumberPick()
print("SignInDemoModels: the questions of Examples/SignInDemo end as they must")
