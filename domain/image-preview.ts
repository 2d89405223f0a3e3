/**
 * Pattern of an image preview: a data URI of a WebP about 16 pixels wide, shown enlarged until the
 * image has loaded. Pages write previews into CSS, so the pattern admits no other characters. The
 * database constraint `spaces_image_previews_valid` is the same rule.
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

/** Maximum length of an image preview, in characters. */
const maximumLength = 600

/** Returns whether a text is an image preview that is safe to write into CSS. */
export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
