"""What every game holds to."""

import pytest

pytest.register_assert_rewrite("tests.contract.cases")
