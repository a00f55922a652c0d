/** How every launcher runs Node. */
export const nodeOptions: readonly string[]
