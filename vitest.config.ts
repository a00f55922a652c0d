import { defineConfig } from 'vitest/config'

/** What needs a database: it runs on the embedded PostgreSQL, and again on the oldest one supported. */
const onDatabase = [
  'src/**/*.server.test.ts',
  'test/access/*.test.ts',
  'test/{races,faults,journeys,attacks,model}/**/*.test.ts',
]

/** It takes both cores for minutes: beside it, tests of waiting and of giving up would say something about the machine. */
const storm = 'test/faults/storm.test.ts'

/** Several processes behind Debian's programs, which `npm run test:long` installs. */
const many = 'test/many/**/*.test.ts'

/** The shop and what we ship, judged by programs that are not ours; the same command gets them. */
const judges = 'test/many/judges/**/*.test.ts'

const withDatabase = {
  globalSetup: ['test/shop/database-setup.ts'],
  env: { NODE_ENV: 'test' },
  // For what never ends: on a busy machine half a million numbers take minutes, and how long says nothing of what holds.
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // What happens a moment later may take long on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  // Files of a worker share what they load: loading the shop takes longer than most files.
  isolate: false,
  // One more than the cores of a small machine: some wait while others work.
  maxWorkers: 3,
}

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'npm run test:long' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'launch/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...onDatabase, many, '**/node_modules/**'],
          env: { NODE_ENV: 'test' },
          // A property of a hundred cases takes seconds where other work keeps both cores busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: onDatabase,
          exclude: [storm, '**/node_modules/**'],
          ...withDatabase,
        },
      },
      { test: { name: 'storm', include: [storm], ...withDatabase } },
      {
        test: {
          name: 'many',
          include: [many],
          exclude: [judges, '**/node_modules/**'],
          ...withDatabase,
          maxWorkers: 1,
        },
      },
      { test: { name: 'judges', include: [judges], ...withDatabase, maxWorkers: 1 } },
    ],
  },
})
