public import ChaveBase
public import ChaveWire
public import InstitutionPort

/// The body of every refusal of Open Finance Brasil (`ResponseError` of Payments 5.0.0).
///
/// A 422 is signed like any message; every other error is plain JSON.
public enum ErrorBody {
    /// Makes `errors`, and `meta` with the time of the answer in whole seconds.
    ///
    /// More errors than `most` are left out: 13, for consents 3, for payments 9. Codes and titles are cut at 255
    /// characters, details at 2,048.
    public static func object(
        _ first: OFBError,
        _ others: [OFBError] = [],
        most: Int = 13,
        at now: Timestamp
    ) -> JSONObject {
        var object = JSONObject()
        object["errors"] = .array(
            ([first] + others).prefix(max(1, most)).map { error in
                [
                    "code": .string(cut(error.code, 255)), "title": .string(cut(error.title, 255)),
                    "detail": .string(cut(error.detail, 2_048)),
                ]
            }
        )
        object["meta"] = ["requestDateTime": .string(OFBDateTime.text(now))]
        return object
    }

    /// Characters of JSON Schema are Unicode's code points.
    private static func cut(_ text: String, _ limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }
}
