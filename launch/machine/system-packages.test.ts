import { expect, test } from 'vitest'
import { causeIn } from './system-packages.mjs'

// As each of them says it where its registry is an address that nobody answers at.
test.each([
  [
    'pip',
    `WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError('<HTTPConnection at 0x7f>: Failed to establish a new connection: [Errno 111] Connection refused')': /simple/schemathesis/
ERROR: Could not find a version that satisfies the requirement schemathesis==4.32.2 (from versions: none)
ERROR: No matching distribution found for schemathesis==4.32.2
`,
    /Connection refused.*\/simple\/schemathesis\/$/,
  ],
  [
    'Maven',
    `\u001B[0m\u001B[0m[ERROR] Plugin org.apache.maven.plugins:maven-dependency-plugin:3.8.1 or one of its dependencies could not be resolved: Failed to read artifact descriptor for org.apache.maven.plugins:maven-dependency-plugin:jar:3.8.1: Could not transfer artifact org.apache.maven.plugins:maven-dependency-plugin:pom:3.8.1 from/to dead (http://127.0.0.1:9/maven): transfer failed for http://127.0.0.1:9/maven/
[ERROR] 
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/PluginResolutionException
`,
    /transfer failed for http:\/\/127\.0\.0\.1:9\/maven\/$/,
  ],
  [
    'apt-get',
    `Reading package lists...
W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  Could not connect to 127.0.0.1:9 (127.0.0.1). - connect (111: Connection refused)
W: Some index files failed to download. They have been ignored, or old ones used instead.
`,
    /Failed to fetch .*Connection refused\)$/,
  ],
  [
    'go',
    `go: downloading github.com/compose-spec/compose-go/v2 v2.16.2
main.go:10:2: github.com/compose-spec/compose-go/v2@v2.16.2: Get "http://127.0.0.1:9/v2.16.2.zip": dial tcp 127.0.0.1:9: connect: connection refused
`,
    /connection refused$/,
  ],
  [
    'Maven, of something else',
    '[ERROR] Unknown lifecycle phase.\n[ERROR] \n[ERROR] [Help 1] http://x',
    /lifecycle phase\.$/,
  ],
  ['nobody', '\n', /^it says nothing$/],
])('the cause is what could not be reached, and not what follows from it: %s', (_who, output, cause) => {
  expect(causeIn(output)).toMatch(cause)
  expect(causeIn(output).length).toBeLessThanOrEqual(200)
})
