/** The part of fontkit that the functions use. PDFKit also accepts an opened font as a source. */
declare module 'fontkit' {
  type Font = Exclude<PDFKit.Mixins.PDFFontSource, string> & {
    ascent: number
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** The cache of glyphs by number. Each has the characters that it stands for. */
    _glyphs: Record<number, unknown>
  }
  export function create(bytes: Uint8Array, postscriptName?: string): Font
}

declare namespace PDFKit.Mixins {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only interfaces merge.
  interface PDFText {
    /** Draws one line with the current font. PDFKit wraps text and then calls it for each line. */
    _fragment(line: string, x: number, y: number, options: object): void
  }
}
