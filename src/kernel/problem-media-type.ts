/** Apart from the schema of a problem: browsers that only read an answer's sentence do not carry the schema library. */
export const problemMediaType = 'application/problem+json'
