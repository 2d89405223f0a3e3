/** A WebP data URI, strict because pages insert it into CSS. SQL checks it the same way. */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

const maximumLength = 600

export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
