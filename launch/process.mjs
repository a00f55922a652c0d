import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Something that the person at the terminal must change; its message is the one line they read. */
export class SetupProblem extends Error {}

/** The person at the terminal, or the system, wants this to end. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`Interrupted by ${signal}.`)
    this.status = 128 + constants.signals[signal]
  }
}

const parent = process.ppid
const parentCheckMs = 250
const children = new Map()
const received = new Set()

/**
 * A terminal sends Ctrl-C to every process of the group itself, and npm then sends it once more. So of each signal at
 * most one is passed on, and of the terminal's none: the program must not be told twice to stop.
 */
function passOn(signal) {
  const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY
  const isKnown = received.has(signal)
  received.add(signal)
  if (isKnown || isFromTerminal) return
  for (const [child, stopSignal] of children) child.kill(stopSignal ?? signal)
}

let isListening = false

function listen() {
  if (isListening) return
  isListening = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))
  if (process.env.npm_lifecycle_event) setInterval(followParent, parentCheckMs).unref()
}

/** npm runs this through a shell, which dies of the signal that npm was told to stop by, and passes nothing on. */
function followParent() {
  if (process.ppid !== parent) passOn('SIGTERM')
}

export function throwIfInterrupted() {
  const [signal] = received
  if (signal) throw new Interrupted(signal)
}

/**
 * Runs a program to its end. `quiet` collects its output instead of showing it;
 * `stopSignal` is the one by which it stops in order, where that is only one.
 * Resolves to `{ status, output }`; a program that a signal ended has the status that a shell would give it.
 */
export function run(command, args, { quiet = false, env = process.env, stopSignal } = {}) {
  throwIfInterrupted()
  listen()
  const child = spawn(command, args, { cwd: root, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  children.set(child, stopSignal)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', piece => output.push(piece))
  return new Promise((resolve, reject) => {
    child.on('error', error => {
      children.delete(child)
      reject(new SetupProblem(`${command} cannot be started: ${error.message}.`))
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve({ status: code ?? 128 + constants.signals[signal], output: Buffer.concat(output).toString() })
    })
  })
}

/** Runs a launcher's main function; what goes wrong becomes a line and an exit status. */
export async function main(launch) {
  try {
    process.exitCode = await launch(process.argv.slice(2))
  } catch (error) {
    if (error instanceof Interrupted) {
      process.exitCode = error.status
      return
    }
    console.error(error instanceof SetupProblem ? error.message : error)
    process.exitCode = 1
  }
}
