import BeyondIdentityEmbedded
import Foundation
import GuideSupport

// Against the server that CHAVE_SIGNIN_US names: registers by CHAVE_SIGNIN_LINK, where there is one, and signs in.
let environment = ProcessInfo.processInfo.environment
let model = SignInViewModel(clientID: environment["CHAVE_SIGNIN_CLIENT"] ?? "", domain: .us)
model.start()
if let link = environment["CHAVE_SIGNIN_LINK"], let url = URL(string: link) { model.opened(with: url) }
model.createChallenge()
model.list { _ in say("there is a credential") }
model.authenticate { isSignedIn in finish("signed in", succeeded: isSignedIn) }
dispatchMain()
