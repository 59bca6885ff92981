"""What is tried of the stores themselves is tried on a cluster as well."""

import os

import pytest

from machines.cluster import RealCluster

FURTHER_STORE = os.environ.get("EIGHTS_TEST_REDIS_URL")
SERVERS = ["embedded", "further"] if FURTHER_STORE else ["embedded"]


@pytest.fixture(params=SERVERS)
def server_url(request: pytest.FixtureRequest) -> str:
    """The URL of the embedded store, and then that of the server named by EIGHTS_TEST_REDIS_URL, if it names one."""
    return FURTHER_STORE if FURTHER_STORE and request.param == "further" else request.getfixturevalue("embedded_url")


@pytest.fixture(params=[*SERVERS, "cluster"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The URLs of the same, and of a cluster."""
    if request.param == "cluster":
        cluster: RealCluster = request.getfixturevalue("cluster")
        return cluster.url
    return FURTHER_STORE if FURTHER_STORE and request.param == "further" else request.getfixturevalue("embedded_url")
