import process from 'node:process'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const lineMs = 10_000

export function seconds(durationMs) {
  return durationMs < 10_000 ? `${(durationMs / 1000).toFixed(1)} s` : `${Math.round(durationMs / 1000)} s`
}

/**
 * Shows that work goes on, and how long it took. On the error stream, because the output of the program that follows
 * may go to a file.
 */
export async function withProgress({ doing, done }, work) {
  const start = performance.now()
  const stop = process.stderr.isTTY ? spin(doing, start) : tell(doing, start)
  try {
    const result = await work()
    stop()
    process.stderr.write(`${done} in ${seconds(performance.now() - start)}.\n`)
    return result
  } catch (error) {
    stop()
    throw error
  }
}

function spin(doing, start) {
  let frame = 0
  const timer = setInterval(() => {
    const elapsed = Math.floor((performance.now() - start) / 1000)
    process.stderr.write(`\r${frames[frame++ % frames.length]} ${doing} … ${elapsed} s\u001B[K`)
  }, frameMs)
  return () => {
    clearInterval(timer)
    process.stderr.write('\r\u001B[K')
  }
}

function tell(doing, start) {
  process.stderr.write(`${doing} …\n`)
  const timer = setInterval(() => {
    process.stderr.write(`… still at it after ${Math.round((performance.now() - start) / 1000)} s\n`)
  }, lineMs)
  return () => clearInterval(timer)
}
