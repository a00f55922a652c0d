export interface StepResult {
  passed: number
  failed: number
  skipped: number
  reason?: string
  failures?: string[]
  files?: { file: string; durationMs: number }[]
}

export type Tier = 'short' | 'long'
export const longTag: string

export const nothing: StepResult
export const onePassed: StepResult
export function oneFailed(reason: string): StepResult
export function oneSkipped(reason: string): StepResult
export function sum(results: StepResult[]): StepResult
export function countVitest(reportText: string | undefined, status: number, tier?: Tier): StepResult
export function countPlaywright(reportText: string | undefined, status: number): StepResult
export function strict(result: StepResult): StepResult
export function verdict(result: StepResult): string
