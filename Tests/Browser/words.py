"""The names of the pages' controls in both languages: persons and trials find the controls by these names."""

import re

WORDS = {
    # The start page and the shop
    "shop": ("Abrir a loja", "Open the shop"),
    "identifier": ("CPF", "CPF"),
    "name": ("Nome", "Name"),
    "as this person": ("Comprar como", "Shop as"),
    "enter": ("Continuar", "Continue"),
    "leave the shop": ("Trocar de pessoa", "Change person"),
    "enroll": ("Vincular este navegador", "Enroll this browser"),
    "banks": ("Meus bancos", "My banks"),
    "place": ("Compartilhar a localização", "Share my location"),
    "search": ("Procurar pelo nome", "Search by name"),
    "to the bank": ("Continuar no banco", "Continue at the bank"),
    "give up": ("Desistir", "Give up"),
    "try again": ("Tentar de novo", "Try again"),
    "enroll again": ("Vincular de novo", "Enroll again"),
    "catalogue": ("Ver os produtos", "See the products"),
    "buy": ("Comprar", "Buy"),
    "cancel order": ("Cancelar a compra", "Cancel the order"),
    "buy later": ("Pagar noutro dia", "Pay on another day"),
    "on a day": ("Num dia", "On a day"),
    "every month": ("Todo mês", "Every month"),
    "months": ("Número de meses", "Number of months"),
    # The console
    "console": ("Abrir o console", "Open the console"),
    "operator's key": ("Chave do operador", "Operator's key"),
    "find by id": ("Procurar por id", "Find by id"),
    "find": ("Procurar", "Find"),
    "revoke it": ("Revogar", "Revoke"),
    "cancel it": ("Cancelar", "Cancel"),
    "send now": ("Enviar agora", "Send now"),
    "resend": ("Reenviar", "Resend"),
    # The bank
    "cpf": ("CPF", "CPF"),
    "password": ("Senha", "Password"),
    "sign in": ("Entrar", "Sign in"),
    "sign out": ("Sair", "Sign out"),
    "sign in again": ("Entrar de novo", "Sign in again"),
    "back to the shop": ("Voltar para Loja Exemplo", "Back to Loja Exemplo"),
    "allow": ("Autorizar", "Allow"),
    "refuse": ("Recusar", "Refuse"),
    "let its day come": ("Fazer o dia chegar agora", "Let its day come now"),
    "limit": ("Por pagamento", "Per payment"),
}

BANKS = ["Banco Ipê", "Banco Jabuti", "Banco Carcará", "Banco Vaga-lume", "Banco Sabiá"]
AT_ONCE, SLOW, BY_POLICY, UNRELIABLE, LOW_LIMITS = 1, 2, 3, 4, 5

# The sandbox's people: CPF and name; the password ends in the number.
PEOPLE = [
    ("76109277673", "Alice Nogueira"),
    ("87517400444", "Bruno Teixeira"),
    ("12345678909", "Clara Antunes"),
    ("11144477735", "Davi Prado"),
    ("52998224725", "Elisa Fontes"),
]

# E, the initiator's ISPB, the minute, and 11 characters.
END_TO_END = re.compile(r"E\d{20}[0-9A-Za-z]{11}")
# Amounts as people write them, whatever space stands after the sign.
COFFEE = {"pt-BR": re.compile(r"R\$\s*18,90"), "en": re.compile(r"R\$\s*18\.90")}


def word(name, language):
    portuguese, english = WORDS[name]
    return re.compile(rf"^\s*{re.escape(portuguese if language == 'pt-BR' else english)}", re.IGNORECASE)


def person(number):
    cpf, name = PEOPLE[number - 1]
    return cpf, name, f"senha-{number}"


def bank(number):
    return BANKS[number - 1]
