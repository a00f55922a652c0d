/** As much of opentype.js as the shop uses. */
declare module 'opentype.js' {
  export type Font = {
    /** 0 is the sign for what the face lacks. */
    charToGlyphIndex(character: string): number
    getAdvanceWidth(text: string, size: number): number
    getPath(text: string, x: number, y: number, size: number): { commands: readonly Command[] }
  }
  /** As a step of an SVG path, its letter and its points in their order. */
  export type Command = { type: string; x1?: number; y1?: number; x2?: number; y2?: number; x?: number; y?: number }
  const opentype: { parse(bytes: ArrayBuffer): Font }
  export default opentype
}
