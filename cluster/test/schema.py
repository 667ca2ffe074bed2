#!/usr/bin/env python3
"""Checks the Kubernetes manifest for the fields and types that batch/v1 Job has: schema.py FILE.

Only what the manifest uses is described here; a field that is not is an error, as the server would say.
"""

import sys

import yaml

STRING, INT, BOOL = str, int, bool
CONTAINER = {
    "name": STRING,
    "image": STRING,
    "command": [STRING],
    "args": [STRING],
    "resources": {"requests": {"cpu": STRING, "memory": STRING}, "limits": {"cpu": STRING, "memory": STRING}},
    "volumeMounts": [{"name": STRING, "mountPath": STRING}],
}
POD = {
    "restartPolicy": STRING,
    "terminationGracePeriodSeconds": INT,
    "containers": [CONTAINER],
    "volumes": [{"name": STRING, "persistentVolumeClaim": {"claimName": STRING}}],
}
META = {"name": STRING, "labels": {"app": STRING}}
JOB = {
    "apiVersion": STRING,
    "kind": STRING,
    "metadata": META,
    "spec": {
        "completionMode": STRING,
        "completions": INT,
        "parallelism": INT,
        "backoffLimit": INT,
        "template": {"metadata": META, "spec": POD},
    },
}


def faults(value, schema, place):
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            yield f"{place}: no mapping"
            return
        for key, inner in value.items():
            if key not in schema:
                yield f"{place}.{key}: unknown field"
            else:
                yield from faults(inner, schema[key], f"{place}.{key}")
    elif isinstance(schema, list):
        if not isinstance(value, list):
            yield f"{place}: no list"
            return
        for index, inner in enumerate(value):
            yield from faults(inner, schema[0], f"{place}[{index}]")
    elif type(value) is not schema:
        yield f"{place}: {value!r} is no {schema.__name__}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = yaml.safe_load(file)
    found = list(faults(job, JOB, "job"))
    if not found:
        spec, pod = job["spec"], job["spec"]["template"]["spec"]
        if (job["apiVersion"], job["kind"]) != ("batch/v1", "Job"):
            found.append("job: no batch/v1 Job")
        if spec["completionMode"] != "Indexed" or spec["parallelism"] > spec["completions"]:
            found.append("job.spec: not an indexed job of so many completions")
        if pod["restartPolicy"] not in ("Never", "OnFailure"):
            found.append("job.spec.template.spec.restartPolicy: a Job needs Never or OnFailure")
        mounted = {mount["name"] for box in pod["containers"] for mount in box["volumeMounts"]}
        if mounted != {volume["name"] for volume in pod["volumes"]}:
            found.append("job.spec.template.spec.volumes: not those that are mounted")
        if f"/{spec['completions']}" not in " ".join(pod["containers"][0]["args"]):
            found.append("job: the number of shards is not the number of completions")
    print("\n".join(found) or f"{sys.argv[1]}: a valid indexed Job")
    return 1 if found else 0


sys.exit(main())
