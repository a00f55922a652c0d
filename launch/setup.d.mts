/** What `npm start` runs, and the image and the service; the build makes it. */
export const program: string

/** How every launcher runs Node. */
export const nodeOptions: readonly string[]
export const commandLine: readonly string[]
export const nodeEnvironment: Readonly<Record<string, string>>

/** Builds the program and its pages, unless they are built from exactly these sources. */
export function buildIfStale(): Promise<void>
