"""How long Hypothesis looks for counter-examples."""

from hypothesis import HealthCheck, Phase, settings

# The quick run takes the same examples each time and shows a failing one as it is; the long run takes new ones.
QUICK = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
LONG = settings(QUICK, derandomize=False, phases=[Phase.explicit, Phase.generate, Phase.shrink], max_examples=2000)
