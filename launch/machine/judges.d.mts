/** A program of the judges' own folder of Python's packages, once `provideJudges` has been there. */
export function judgeProgram(name: string): string
/** Whether the judges of Python's package index are there, each in the release that the tests know. */
export function hasPythonJudges(): boolean
/** What reads a file as Compose does, once `provideJudges` has built it. */
export const composeReader: string
export function hasComposeReader(): boolean
/** A collector of OpenTelemetry, once `provideJudges` has built it. */
export const collectorProgram: string
export function hasCollector(): boolean
