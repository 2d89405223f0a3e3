/** The part of fontkit that the functions use. PDFKit also accepts an opened font as a source. */
declare module 'fontkit' {
  export function create(
    bytes: Uint8Array,
    postscriptName?: string,
  ): Exclude<PDFKit.Mixins.PDFFontSource, string>
}
