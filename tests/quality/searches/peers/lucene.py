"""Plain Lucene: whole pages in one field, StandardAnalyzer, BM25 and the classic query parser, all with their defaults."""
import pathlib
import re
import shutil

from . import answers_of, home, run

NAME = "Lucene"
DEFAULTS = "whole pages in one field, `StandardAnalyzer`, `BM25Similarity`, `QueryParser`: any word, no stemmer"
VERSION = "9.12.3"  # the last one for Java 17
ARTIFACTS = ["core", "queryparser", "analysis-common"]
HELPER = pathlib.Path(__file__).with_name("Lucene.java")


def _jars():
    return sorted((home() / "lucene").glob("lucene-*.jar")) if home() else []


def missing():
    names = " ".join(jar.name for jar in _jars())
    if shutil.which("java") and all(f"lucene-{artifact}-" in names for artifact in ARTIFACTS):
        return None
    return (f"apt-get install maven default-jdk-headless; export PITH_PEERS=DIR; for a in {' '.join(ARTIFACTS)}; do "
            f"mvn dependency:copy -Dartifact=org.apache.lucene:lucene-$a:{VERSION} -DoutputDirectory=$PITH_PEERS/lucene; "
            "done")


def version():
    return next(re.search(r"-([\d.]+)\.jar", jar.name)[1] for jar in _jars() if "lucene-core" in jar.name)


def ask(folder, queries, work):
    jars = ":".join(map(str, _jars()))
    asked = "".join(query + "\n" for query in queries)
    return answers_of(run(["java", "-cp", jars, HELPER, folder, work / "index"], input=asked.encode()), queries)
