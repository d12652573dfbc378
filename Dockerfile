# Corrigenda with its sandbox's tools and an experiment environment, for a user who is not root. CONTRIBUTING.md has the commands.
#
#   BASE          any Debian or Ubuntu image with Python 3.11 or newer
#   GPU           1: the container runtime brings the NVIDIA driver in, for a torch that was built with CUDA; empty: the CPU alone
#   EXPERIMENTS   what the experiment environment holds; empty: none is made
#   TORCH_INDEX   package index to take EXPERIMENTS from (CPU builds, another CUDA); empty: the one that pip is configured for
#
# pip's configuration (an index, certificates) may be given as a build secret with the id pip.
ARG BASE=docker.io/library/python:3.11-slim
FROM ${BASE}
# The sandbox (bubblewrap), what torch's compiler calls (g++, the headers of Python, openssl), and nothing else.
RUN set -eu; \
    wanted='bubblewrap g++ openssl ca-certificates'; \
    python3 -c 'import ensurepip, venv' 2>/dev/null || wanted="$wanted python3 python3-venv"; \
    python3 -c 'import pathlib, sys, sysconfig; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' 2>/dev/null \
        || wanted="$wanted python3-dev"; \
    apt-get update -qq; \
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $wanted >/dev/null; \
    rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --create-home corrigenda && install -d -o corrigenda -g corrigenda /data /opt/corrigenda/home

ARG GPU=""
ENV NVIDIA_VISIBLE_DEVICES=${GPU:+all} NVIDIA_DRIVER_CAPABILITIES=${GPU:+compute,utility}
ARG EXPERIMENTS="torch==2.13.0 numpy"
ARG TORCH_INDEX=""
ENV CORRIGENDA_HOME=/opt/corrigenda/home PATH=/opt/corrigenda/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1
COPY pyproject.toml constraints.txt README.md LICENSE /opt/corrigenda/source/
COPY agent /opt/corrigenda/source/agent
COPY tools /opt/corrigenda/source/tools
COPY prompts /opt/corrigenda/source/prompts
COPY sandbox /opt/corrigenda/source/sandbox
COPY evals /opt/corrigenda/source/evals
WORKDIR /opt/corrigenda/source
RUN --mount=type=secret,id=pip,target=/etc/pip.conf,mode=0444 set -eu; \
    python3 -m venv /opt/corrigenda/venv; \
    pip install --quiet --no-cache-dir --constraint constraints.txt hatchling; \
    pip install --quiet --no-cache-dir --constraint constraints.txt --no-build-isolation .
# From here on the user's own: environments can be added in a container, the product cannot be changed.
USER corrigenda
RUN --mount=type=secret,id=pip,target=/etc/pip.conf,mode=0444 set -eu; \
    if [ -n "$EXPERIMENTS" ]; then \
        PIP_NO_CACHE_DIR=1 PIP_CONSTRAINT=constraints.txt corrigenda env add $EXPERIMENTS ${TORCH_INDEX:+--index "$TORCH_INDEX"}; \
    fi
WORKDIR /data
ENTRYPOINT ["corrigenda"]
CMD ["--help"]
