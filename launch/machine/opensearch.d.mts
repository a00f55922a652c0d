type OpenSearch = { folder: string }

/** The OpenSearch that was fetched; `folder` has its jars. `undefined` where it cannot run. */
export function findOpenSearch(): OpenSearch | undefined
/** The same, fetched where it is not there yet; or why it cannot be had. */
export function provideOpenSearch(): Promise<OpenSearch | { reason: string }>
