import Foundation
import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var viewModel: EnrollmentViewModel?

    // swift-format-ignore: AlwaysUseLowerCamelCase
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        guard let url = URLContexts.first?.url else { return }
        viewModel?.handleEnrollmentCallback(url: url)
    }
}
