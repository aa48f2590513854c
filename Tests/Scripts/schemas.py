"""Judges documents by their JSON Schemas: schemas.py FOLDER <LINES

Each line of the input is KIND, a tab, and a document; each line of the output is "good", or what is wrong and where.
"""

import json
import pathlib
import sys

import jsonschema


def validators(folder):
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in folder.glob("*.schema.json")}
    base = folder.resolve().as_uri() + "/"
    store = {base + name: schema for name, schema in schemas.items()}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        resolver = jsonschema.RefResolver(base + name, schema, store)
        yield name.split(".")[0], jsonschema.Draft202012Validator(schema, resolver=resolver)


def main():
    judges = dict(validators(pathlib.Path(sys.argv[1])))
    for line in sys.stdin:
        kind, document = line.rstrip("\n").split("\t", 1)
        error = jsonschema.exceptions.best_match(judges[kind].iter_errors(json.loads(document)))
        print(f"{error.json_path}: {error.message}".replace("\n", " ") if error else "good")


main()
