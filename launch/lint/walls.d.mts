export const modules: readonly string[]
