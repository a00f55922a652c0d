import { defineConfig } from '@playwright/test'

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const isLong = process.env['TEST_TIER'] === 'long'
const executablePath = process.env['CHROMIUM_PATH']

/** The journeys in a real browser, on one demo shop that `shop-setup.ts` starts and stops. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/shop-setup.ts',
  // A test that passes at its second try is a test that fails.
  retries: 0,
  // One more than the cores of a small machine: some journeys wait while others work.
  workers: 3,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    // The browser itself: its shell without windows does not block any.
    launchOptions: { args: launchArguments, ...(executablePath ? { executablePath } : { channel: 'chromium' }) },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Fading costs a processor without graphics more than the pages themselves.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // Each journey is tried on one size in the short tier and on the other in the long one; a journey says by tags what
  // goes for it alone: @desktop and @phone that only this size can do it, @both that it differs enough to be tried on both
  // each time, @long that it is left to the long tier.
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 900 } },
      ...(isLong ? { grep: /@long/, grepInvert: /@phone/ } : { grepInvert: /@phone|@long/ }),
    },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      ...(isLong ? { grepInvert: /@desktop|@phone|@both/ } : { grep: /@phone|@both/, grepInvert: /@long/ }),
    },
  ],
})
