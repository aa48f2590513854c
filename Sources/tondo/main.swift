print("tondo")
