/** Password length in characters: the least is the specification's, section 9. */
export const passwordLength = { least: 6, most: 128 }
