"""Changes what the page's script asks of the browser, or puts an authenticator of our own in the browser's place."""

import json

# Runs before the page's own scripts; the page's policy does not apply to scripts that the browser injects.
ASK = """
(change => {
    if (!navigator.credentials) return;
    for (const name of ["create", "get"]) {
        const original = navigator.credentials[name].bind(navigator.credentials);
        navigator.credentials[name] = options => {
            const asked = {...options.publicKey};
            if (change.extensions) asked.extensions = {...asked.extensions, ...change.extensions[name]};
            if (name === "create" && change.algorithms) {
                asked.pubKeyCredParams = change.algorithms.map(alg => ({type: "public-key", alg}));
            }
            if (change.verification) {
                asked.userVerification = change.verification;
                if (asked.authenticatorSelection) {
                    asked.authenticatorSelection =
                        {...asked.authenticatorSelection, userVerification: change.verification};
                }
            }
            return original({...options, publicKey: asked});
        };
    }
})(%s);
"""

# The result of our own authenticator, in the form that browsers give to scripts.
REPLACE = """
(() => {
    const text = buffer => {
        const bytes = buffer.buffer ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
            : new Uint8Array(buffer);
        return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    };
    const bytes = value => Uint8Array.from(
        atob(value.replaceAll("-", "+").replaceAll("_", "/")), character => character.charCodeAt(0)
    ).buffer;
    const credential = made => ({
        id: made.id, type: made.type, rawId: bytes(made.rawId),
        authenticatorAttachment: made.authenticatorAttachment,
        response: Object.fromEntries(Object.entries(made.response).map(([name, value]) => [name, bytes(value)])),
        getClientExtensionResults: () => made.clientExtensionResults,
        toJSON: () => made,
    });
    navigator.credentials.create = async ({publicKey}) => credential(await window.createByTrial({
        rp: publicKey.rp, user: {id: text(publicKey.user.id)}, challenge: text(publicKey.challenge),
        pubKeyCredParams: publicKey.pubKeyCredParams,
    }));
    navigator.credentials.get = async ({publicKey}) => credential(await window.getByTrial({
        rpId: publicKey.rpId ?? location.hostname, challenge: text(publicKey.challenge),
        allowCredentials: publicKey.allowCredentials.map(item => ({...item, id: text(item.id)})),
    }));
})();
"""


def ask_for(visit, **change):
    """`algorithms`, `extensions` or `verification`, in place of or beside what the page asks for."""
    visit.context.add_init_script(ASK % json.dumps(change))


def answer_by(visit, authenticator):
    """An object with `create` and `sign`, as `wallet.Authenticator` has them, answers in the browser's place."""
    visit.context.expose_function("createByTrial", authenticator.create)
    visit.context.expose_function("getByTrial", authenticator.sign)
    visit.context.add_init_script(REPLACE)
