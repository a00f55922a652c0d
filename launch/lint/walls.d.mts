export const modules: readonly string[]
export const parts: ReadonlyMap<string, readonly string[]>
