/// What holds for every operation, in sentences for people (Payments API, sections 1, 2 and 8).
enum APIGuide {
    static let sentences = [
        "A merchant's server calls with its API keys by HTTP Basic. A device calls with a token that the merchant's server "
            + "fetched for it, and with Chave-Device: 32 bytes that it made once. A device sees what it made itself.",
        "Amounts are in reais: sent as a number or a decimal string, answered as a string with two decimals. Times are RFC "
            + "3339 in UTC. Ids are UUIDs.",
        "A refusal is a JSON array: each item has a code for programs, a message that says what to do, the request's id "
            + "and, where it is about one, the dotted path of a field.",
        "A parameter of the query that an operation does not name is refused, and so is one that stands twice: an ignored "
            + "filter would show everybody's rows. Members of a body that the server does not know are ignored. Ignore members and words in answers that you do not know.",
        "Send an Idempotency-Key with each POST, made before the first try: a repetition gets the first answer, byte for "
            + "byte, and nothing happens twice.",
        "Lists are newest first; follow next and previous as they are.",
        "Each path answers without its last slash too.",
    ]
}
