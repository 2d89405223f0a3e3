/**
 * A data URI of a WebP about 16 pixels wide. Pages write it into CSS, so the pattern admits no
 * other characters. The database constraint `spaces_image_previews_valid` repeats this rule.
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

const maximumLength = 600

export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
