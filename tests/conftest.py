"""What all tests share: Hypothesis never fails an example for the seconds it took on a busy machine."""

from hypothesis import settings

settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")
