import PaymentsCore
import Testing
import Waiting

@testable import HTTPKernel

/// The headers that a read may carry: `Prefer` (RFC 7240) and `If-None-Match` (RFC 9110, section 13.1.2).
struct PreferencesTests {
    private static let waits: [(fields: [String], seconds: Int64?)] = [
        (["wait=10"], 10), (["WAIT=10"], 10), (["wait = 10"], 10), ([#"wait="10""#], 10), (["wait=0"], 0),
        (["wait=30"], 30), (["wait=31"], 30), (["wait=99999999999999999999999"], 30), (["wait=007"], 7),
        (["respond-async, wait=5"], 5), (["respond-async", "wait=5"], 5), (["wait=5; foo=bar, x"], 5),
        ([#"foo="a, wait=9", wait=4"#], 4), ([#"foo="a\", wait=9", wait=4"#], 4), ([",, wait=3 ,,"], 3),
        (["wait=5, wait=9"], 5), (["wait=abc, wait=9"], nil), (["wait"], nil), (["wait="], nil), (["wait=-1"], nil),
        (["wait=1.5"], nil), (["wait=1e1"], nil), (["wait=+1"], nil), (["wait=１"], nil), (["wait=1 2"], nil),
        (["foo; wait=5"], nil), (["wait 5"], nil), (["=5"], nil), ([#"wait="5"#], nil), ([""], nil), ([], nil),
        (["return=minimal"], nil), (["await=5"], nil),
    ]

    @Test(arguments: waits)
    func waitIsReadAsTheRFCSays(_ fields: [String], _ seconds: Int64?) {
        #expect(Preferences(fields).waitSeconds(atMost: 30) == seconds)
    }

    @Test func aPreferenceWithoutAValueIsThere() {
        #expect(Preferences(["respond-async"])["respond-async"]?.isEmpty == true)
        #expect(Preferences([#"Return="representation""#])["return"] == "representation")
    }

    private static let tags: [(fields: [String], known: KnownVersions)] = [
        ([], .unsaid), ([#""3""#], .some([3])), ([#"W/"3""#], .some([3])), ([#""3", "4""#], .some([3, 4])),
        ([#""3""#, #"W/"5""#], .some([3, 5])), (["*"], .any), ([#""""#], .some([])), ([#""abc""#], .some([])),
        ([#""03""#], .some([])), ([#""+3""#], .some([])), ([#""a,b", "7""#], .some([7])),
        ([#""99999999999999999999999""#], .some([])), (["3"], .unsaid), ([#""3"#], .unsaid), ([#"w/"3""#], .unsaid),
        ([#""3" "4""#], .unsaid), ([#"*, "3""#], .unsaid), ([""], .unsaid), ([#""3 4""#], .unsaid),
    ]

    @Test(arguments: tags)
    func entityTagsAreReadAsTheRFCSays(_ fields: [String], _ known: KnownVersions) {
        let headers = fields.map { (name: "If-None-Match", value: $0) }
        #expect(EntityTags.known(to: ServerRequest(method: "GET", path: "/", headers: headers)) == known)
    }

    @Test func aTagThatIsGivenIsKnownWhenItComesBack() {
        for version in [0, 1, 9_007_199_254_740_993, .max] as [Int64] {
            let headers = [(name: "if-none-match", value: EntityTags.tag(version))]
            let known = EntityTags.known(to: ServerRequest(method: "GET", path: "/", headers: headers))
            #expect(known == .some([version]))
        }
    }
}
