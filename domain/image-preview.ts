/**
 * A data URI with a base64-encoded WebP image. Allows no other characters, because pages insert the
 * URI into CSS. The SQL constraint `spaces_image_previews_valid` is the same.
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

const maximumLength = 600

export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
