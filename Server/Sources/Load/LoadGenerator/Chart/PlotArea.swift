/// The place of a plot in its picture.
struct PlotArea: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    var right: Double { left + width }
    var bottom: Double { top + height }

    /// The horizontal place of a share of 0 to 1, from the left.
    func x(_ share: Double) -> Double { left + width * min(max(share, 0), 1) }
    /// The vertical place of a share of 0 to 1, from the bottom.
    func y(_ share: Double) -> Double { bottom - height * min(max(share, 0), 1) }
}

/// Round numbers from 0 upwards that cover a value.
struct RoundScale: Hashable {
    /// The distance between two marks.
    let step: Double
    let highest: Double

    /// Makes a scale of at most six marks; a step is 1, 2 or 5 times a power of ten.
    init(upTo value: Double) {
        let value = max(value, 1)
        var power = 1.0
        while power * 50 < value { power *= 10 }
        step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 * 5 >= value } ?? power * 10
        highest = step * (value / step).rounded(.up)
    }

    var marks: [Double] { Array(stride(from: 0, through: highest + step / 2, by: step)) }
}
