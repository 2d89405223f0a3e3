/**
 * The preview of a picture: a data URI of a WebP some sixteen pixels wide, shown enlarged until the
 * picture has arrived. It is written into styles, so it is nothing but this (the database says the
 * same: constraint `spaces_image_previews_valid`).
 */
const previewPattern = /^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/

/** Longest preview, in characters. */
const maximumLength = 600

/** Whether a text can stand in a style as a preview. */
export function isImagePreview(text: string): boolean {
  return text.length <= maximumLength && previewPattern.test(text)
}
