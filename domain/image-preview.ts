/**
 * A data URI of a WebP about 16 pixels wide. Allows no other characters, because pages write it
 * into CSS. The database constraint `spaces_image_previews_valid` repeats this rule.
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

const maximumLength = 600

export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
