/// The settings of a deployment.
public struct PaymentsPolicy: Sendable {
    /// The server's public base URL: `iss` and `aud` of its tokens, prefix of `next` and `previous`.
    public var baseURL: String
    /// Under `--sandbox` any callback URL is accepted, also http on loopback and app schemes.
    public var isSandbox: Bool
    /// The platform's ISPB; an end-to-end id contains the ISPB of its creator.
    public var ispb: String
    /// The initiator's CNPJ, 14 characters.
    public var cnpjInitiator: String
    /// The relying party of all ceremonies: the common name of the platform's transport certificate.
    public var relyingPartyID: String
    /// Origins of assertions beside `https://<relying-party id>`.
    public var extraOrigins: [String]
    /// Origins that may embed one of the others in a frame.
    public var topOrigins: [String]
    /// The addresses to which banks may send holders back, as the software statement has them; `nil` where any will do.
    public var redirectURIs: [String]?
    /// Whether banks want the receiver's account beside a Pix key.
    public var needsReceiversAccount: Bool
    /// How long an access token lives: 900 by default, at most 3,600.
    public var accessTokenSeconds: Int64
    /// How long a POST waits for a bank before it responds with 503.
    public var answersWithinMilliseconds: Int

    public init(
        baseURL: String,
        isSandbox: Bool,
        ispb: String,
        cnpjInitiator: String,
        relyingPartyID: String,
        extraOrigins: [String],
        topOrigins: [String] = [],
        redirectURIs: [String]? = nil,
        needsReceiversAccount: Bool = false,
        accessTokenSeconds: Int64 = 900,
        answersWithinMilliseconds: Int = 12_000
    ) {
        self.baseURL = baseURL
        self.isSandbox = isSandbox
        self.ispb = ispb
        self.cnpjInitiator = cnpjInitiator
        self.relyingPartyID = relyingPartyID
        self.extraOrigins = extraOrigins
        self.topOrigins = topOrigins
        self.redirectURIs = redirectURIs
        self.needsReceiversAccount = needsReceiversAccount
        self.accessTokenSeconds = min(max(accessTokenSeconds, 60), 3_600)
        self.answersWithinMilliseconds = answersWithinMilliseconds
    }
}
