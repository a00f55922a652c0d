import { defineConfig } from 'vitest/config'

/** What needs a database: it runs on the embedded PostgreSQL, and again on the oldest one supported. */
const onDatabase = [
  'src/**/*.server.test.ts',
  'test/access.test.ts',
  'test/{races,faults,journeys,attacks,model}/**/*.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'launch/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...onDatabase, '**/node_modules/**'],
          env: { NODE_ENV: 'test' },
        },
      },
      {
        test: {
          name: 'server',
          include: onDatabase,
          // It stops processes of its database by their numbers, which mean nothing where that is somebody else's.
          exclude: [
            '**/node_modules/**',
            ...(process.env['TEST_DATABASE_URL'] ? ['test/faults/ten-thousand.test.ts'] : []),
          ],
          globalSetup: ['test/database-setup.ts'],
          env: { NODE_ENV: 'test' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
