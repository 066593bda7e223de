"""A site that people sign in to with Chave; Authlib speaks OpenID Connect for it."""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, abort, redirect, request, session, url_for
from markupsafe import escape

app = Flask(__name__)
app.secret_key = os.urandom(32)
chave = OAuth(app).register(
    "chave",
    client_id=os.environ["OIDC_CLIENT_ID"],
    client_secret=os.environ.get("OIDC_CLIENT_SECRET"),
    server_metadata_url=os.environ["OIDC_ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    person = session.get("person")
    return f"<p>Signed in: {escape(person['name'])}</p>" if person else '<a href="/sign-in">Sign in</a>'


@app.get("/sign-in")
def sign_in():
    return chave.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    if request.args.get("iss") != chave.load_server_metadata()["issuer"]:
        abort(400)  # RFC 9207, which Authlib leaves to its caller
    token = chave.authorize_access_token()  # verifies state, PKCE and the ID token with its nonce
    person = chave.userinfo(token=token)
    if person["sub"] != token["userinfo"]["sub"]:
        abort(400)  # OpenID Connect Core 1.0, section 5.3.2; nothing of another person is kept
    session["person"] = person
    return redirect("/")
