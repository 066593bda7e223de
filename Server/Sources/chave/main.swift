print("chave")
