"""Reads what was sent to a collector by OTLP's published definitions: a line of JSON each. A field that they do not have ends it."""

import json
import re
import sys
from base64 import b64encode

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

# OTLP writes these in hexadecimal, where protobuf's own JSON has base64.
lengths = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


def decoded(value):
    if isinstance(value, list):
        return [decoded(part) for part in value]
    if not isinstance(value, dict):
        return value
    for name, length in lengths.items():
        if name in value:
            assert re.fullmatch(f"[0-9a-f]{{{2 * length}}}", value[name]), f"{name} is {value[name]}"
            value[name] = b64encode(bytes.fromhex(value[name])).decode()
    return {name: decoded(part) for name, part in value.items()}


names = []
for line in sys.stdin:
    request = json_format.ParseDict(decoded(json.loads(line)), ExportTraceServiceRequest())
    for resource in request.resource_spans:
        told = {one.key: one.value.string_value for one in resource.resource.attributes}
        assert told.get("service.name"), "a resource has no service.name"
        for scope in resource.scope_spans:
            assert scope.scope.name, "a scope has no name"
            for span in scope.spans:
                assert any(span.trace_id) and any(span.span_id), f"{span.name} has no id"
                assert span.name and span.kind, f"{span.name} has no name or kind"
                assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, f"{span.name} ends before it begins"
                keys = [one.key for one in span.attributes]
                assert all(keys) and len(keys) == len(set(keys)), f"{span.name} tells a thing twice"
                names.append(span.name)
print(json.dumps(names))
