/** The path of a program of this machine, or `undefined`. */
export function findProgram(name: string): string | undefined

/** The line by which a package manager's output says why it failed, such as what it could not reach. */
export function causeIn(output: string): string
