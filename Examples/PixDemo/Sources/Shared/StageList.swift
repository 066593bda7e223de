import SwiftUI

/// Which steps are done, which one is under way, which are to come.
struct StageList<Way: Stage>: View {
    let current: Way

    var body: some View {
        ForEach(Way.allCases, id: \.self) { stage in
            HStack {
                Image(systemName: symbol(stage))
                Text("\(stage.rawValue). \(stage.title)")
                Spacer()
                if stage == current, stage != last { ProgressView() }
            }
            .foregroundStyle(stage.rawValue > current.rawValue ? Color.secondary : Color.primary)
        }
    }

    private var last: Way? { Way.allCases.last }

    private func symbol(_ stage: Way) -> String {
        if stage.rawValue < current.rawValue || (stage == current && stage == last) { return "checkmark.circle.fill" }
        return stage == current ? "circle.dotted" : "circle"
    }
}
