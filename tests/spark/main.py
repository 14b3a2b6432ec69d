"""Runs the tests of this directory. See `run`."""
import argparse
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
from job_case import JobCase

HERE = pathlib.Path(__file__).resolve().parent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--kills", type=int, default=JobCase.kills)
    parser.add_argument("--seed", type=int, default=JobCase.seed)
    arguments, more = parser.parse_known_args()  # the rest is for unittest: names as of job_test.Job.test_…
    JobCase.pith = str(pathlib.Path(arguments.build, "bin/pith").resolve())
    JobCase.kills, JobCase.seed = arguments.kills, arguments.seed
    tests = sorted(path.stem for path in HERE.glob("*_test.py"))
    unittest.main(module=None, argv=[sys.argv[0], "--verbose", *(more or tests)])
