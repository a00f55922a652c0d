export type OpenSearch = { version: string; folder: string; java: string }

/** The releases that the shop is tried with. */
export const releases: readonly { version: string }[]
/** Those that were fetched and can run; `folder` has the jars, `java` is the program that runs them. */
export function findOpenSearches(): OpenSearch[]
/** Fetches what is not there yet; resolves to why a release cannot be had, of each that cannot. */
export function provideOpenSearches(): Promise<string[]>
