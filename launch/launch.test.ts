import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countPlaywright, countVitest, oneFailed, onePassed, oneSkipped, strict, sum, verdict } from './gate/counts.mjs'
import { isInstalled, stampOf } from './stamp.mjs'

describe('stampOf', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tappet-stamp-'))
    mkdirSync(path.join(folder, 'src', 'deep'), { recursive: true })
    write('src/one.ts', 'one')
    write('src/deep/two.ts', 'two')
    write('config.ts', 'config')
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  function write(name: string, text: string): void {
    writeFileSync(path.join(folder, name), text)
  }

  const stamp = (): string => stampOf(folder, ['src', 'config.ts', 'missing'], name => !name.endsWith('.test.ts'))

  test('is the same for the same files', () => {
    const before = stamp()
    write('src/one.ts', 'one')
    write('elsewhere.ts', 'not among the sources')
    write('src/one.test.ts', 'left out')
    expect(stamp()).toBe(before)
  })

  test.each([
    ['the content of a deep file', () => write('src/deep/two.ts', 'changed')],
    ['a file beside the folders', () => write('config.ts', 'changed')],
    ['a new file', () => write('src/three.ts', '')],
    ['a source that was missing', () => write('missing', '')],
    ['a lost file', () => rmSync(path.join(folder, 'src/one.ts'))],
    [
      'a new place for the same text',
      () => {
        write('src/one.ts', '')
        write('src/deep/two.ts', 'onetwo')
      },
    ],
  ])('notices %s', (_what, change) => {
    const before = stamp()
    change()
    expect(stamp()).not.toBe(before)
  })
})

describe('isInstalled', () => {
  const packages = {
    'node_modules/one': { version: '1.0.0' },
    'node_modules/here': { version: '2.0.0', optional: true },
    'node_modules/for-another-system': { version: '3.0.0', optional: true },
  }
  const { 'node_modules/for-another-system': _other, ...installed } = packages
  const lockfile = JSON.stringify({ packages: { '': { name: 'tappet' }, ...packages } })
  const answer = (record: object): boolean => isInstalled(lockfile, JSON.stringify({ packages: record }))

  test('accepts what the lockfile asks for, without the packages of other systems', () => {
    expect(answer(installed)).toBe(true)
  })

  test.each([
    ['another version', { ...installed, 'node_modules/one': { version: '1.0.1' } }],
    ['a missing package', { 'node_modules/here': { version: '2.0.0' } }],
    ['a package that the lockfile does not know', { ...installed, 'node_modules/more': { version: '1.0.0' } }],
  ])('refuses %s', (_what, record) => {
    expect(answer(record)).toBe(false)
  })

  test('refuses a folder that npm did not finish', () => {
    expect(isInstalled(lockfile, undefined)).toBe(false)
  })
})

describe('countVitest', () => {
  const passed = { status: 'passed', failureMessages: [] }
  const failed = { status: 'failed', failureMessages: ['no'] }
  const repeated = { status: 'passed', failureMessages: ['not at first'] }
  const skipped = { status: 'skipped', failureMessages: [] }
  const report = (...files: { status: string; assertionResults: object[] }[]): string =>
    JSON.stringify({ testResults: files })

  test('counts tests, and files that cannot be loaded', () => {
    const text = report(
      { status: 'failed', assertionResults: [passed, failed, skipped, { status: 'todo' }] },
      { status: 'passed', assertionResults: [passed] },
      { status: 'failed', assertionResults: [] },
    )
    expect(countVitest(text, 1)).toMatchObject({ passed: 2, failed: 2, skipped: 2 })
  })

  test('takes a test that passed only when repeated for failed', () => {
    const text = report({ status: 'passed', assertionResults: [passed, repeated] })
    expect(countVitest(text, 0)).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
  })

  test('counts nothing of the other tier, but what one left out itself', () => {
    const long = { ...skipped, tags: ['long'] }
    const text = report({ status: 'passed', assertionResults: [passed, skipped, long, long] })
    expect(countVitest(text, 0, 'short')).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
    expect(countVitest(text, 0, 'long')).toMatchObject({ passed: 1, failed: 0, skipped: 2 })
  })

  test('says how long each file took', () => {
    const file = { name: path.resolve('test/a.test.ts'), startTime: 1000, endTime: 3500, assertionResults: [passed] }
    expect(countVitest(JSON.stringify({ testResults: [file] }), 0).files).toEqual([
      { file: 'test/a.test.ts', durationMs: 2500 },
    ])
  })

  test('names what failed, and the first lines of what was said', () => {
    const text = JSON.stringify({
      testResults: [
        {
          name: path.resolve('test/a.test.ts'),
          status: 'failed',
          assertionResults: [
            passed,
            { fullName: 'a tool is sold', status: 'failed', failureMessages: ['expected 1\nto be 2\n\nat b\nat c'] },
          ],
        },
        { name: path.resolve('test/b.test.ts'), status: 'failed', message: 'no such file', assertionResults: [] },
      ],
    })
    expect(countVitest(text, 1).failures).toEqual([
      'test/a.test.ts › a tool is sold\n    expected 1\n    to be 2',
      'test/b.test.ts › the file itself\n    no such file',
    ])
  })

  test.each([
    ['ran nothing', report(), 0],
    ['skipped everything', report({ status: 'passed', assertionResults: [skipped] }), 0],
    ['ended badly with every test passed', report({ status: 'passed', assertionResults: [passed] }), 1],
    ['left no report', undefined, 0],
  ])('a runner that %s has failed', (_what, text, status) => {
    const result = countVitest(text, status)
    expect(result.failed).toBe(1)
    expect(result.reason).toBeTruthy()
  })
})

describe('countPlaywright', () => {
  const report = (stats: object, errors: object[] = []): string =>
    JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

  test('counts flaky tests and errors outside tests as failures', () => {
    const text = report({ expected: 5, unexpected: 1, flaky: 2, skipped: 3 }, [{ message: 'no server' }])
    expect(countPlaywright(text, 1)).toMatchObject({
      passed: 5,
      failed: 4,
      skipped: 3,
      failures: ['e2e › outside any test\n    no server'],
    })
  })

  test('names what failed, however deep it stands, and in which browser', () => {
    const failing = { projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'not seen' } }] }
    const text = JSON.stringify({
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [
        {
          specs: [{ file: 'a.spec.ts', title: 'opens', tests: [{ status: 'expected', results: [] }] }],
          suites: [{ specs: [{ file: 'a.spec.ts', title: 'closes', tests: [failing] }] }],
        },
      ],
    })
    expect(countPlaywright(text, 1).failures).toEqual(['a.spec.ts › closes [phone]\n    not seen'])
  })

  test('fails when no test was run', () => {
    expect(countPlaywright(report({}), 0)).toMatchObject({ failed: 1, reason: 'no test was run' })
  })
})

describe('the sum', () => {
  test('adds the steps up and says so in the last line', () => {
    const total = sum([onePassed, oneFailed('why'), oneSkipped('why'), { passed: 40, failed: 1, skipped: 0 }])
    expect(verdict(total)).toBe('41 passed, 2 failed, 1 skipped')
    expect(verdict(sum([onePassed]))).toBe('1 passed, 0 failed')
  })

  test('has failures for skips where everything can be had', () => {
    expect(strict({ passed: 3, failed: 1, skipped: 2 })).toMatchObject({ passed: 3, failed: 3, skipped: 0 })
    expect(strict(oneSkipped('no browser')).reason).toContain('no browser')
    expect(strict(onePassed)).toBe(onePassed)
  })
})
