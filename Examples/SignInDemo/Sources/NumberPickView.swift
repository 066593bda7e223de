import SwiftUI

/// The three numbers, and a way to say no.
struct NumberPickView: View {
    @ObservedObject var pick: NumberPick

    var body: some View {
        if let question = pick.question {
            Section(question.title) {
                ForEach(question.choices, id: \.self) { number in
                    Button(number) { pick.reply(.number(number)) }
                }
                Button("Não fui eu", role: .destructive) { pick.reply(.refuse) }
            }
        }
    }
}
