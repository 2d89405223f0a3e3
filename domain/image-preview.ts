/**
 * A WebP data URI. The pattern is strict, here and in SQL, because pages insert previews into CSS.
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

const maximumLength = 600

export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
