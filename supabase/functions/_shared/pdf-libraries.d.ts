/** The part of fontkit that the functions use. PDFKit also accepts an opened font as a source. */
declare module 'fontkit' {
  type Font = Exclude<PDFKit.Mixins.PDFFontSource, string> & {
    ascent: number
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** Cache of glyphs by glyph id. Each glyph contains the characters that it represents. */
    _glyphs: Record<number, unknown>
  }
  export function create(bytes: Uint8Array, postscriptName?: string): Font
}

declare namespace PDFKit.Mixins {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only interfaces can merge.
  interface PDFText {
    /** Draws one line with the current font. PDFKit wraps text and then calls it for each line. */
    _fragment(line: string, x: number, y: number, options: object): void
  }
}
