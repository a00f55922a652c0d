/** The readable part of a tool's address: `Brake disc, 302 mm` is `brake-disc-302-mm`. Never empty. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    // The accents of Latin letters, which the line above took apart from them.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return Array.from(words).slice(0, 80).join('').replace(/-+$/, '') || 'tool'
}
