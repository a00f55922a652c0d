/** The path of a program of this machine, or `undefined`. */
export function findProgram(name: string): string | undefined
