/** Maximum number of images per listing; the first image is the cover. */
export const maximumImages = 5

export const maximumCaptionLength = 140

/** Maximum size of an image upload, in bytes. */
export const maximumImageBytes = 20 * 1024 * 1024

/** Maximum width x height of an image upload. The storage service refuses larger images. */
export const maximumImagePixels = 100_000_000

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

export const spaceTypeNamePattern = /^[a-z0-9-]+$/

export const spaceTypeNameHint = 'Only lowercase letters, numbers, and hyphens'

export const plainLabelHint = 'Links, email addresses and special characters are not allowed'

/**
 * Returns false if a label contains a link, email address, markup or invisible character. The SQL
 * constraint `space_types_label_plain` has the same rule.
 */
export function isPlainLabel(label: string): boolean {
  return (
    !/[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF<>@\\]/u.test(label) &&
    !/\/\/|\S[.\u3002\uFF0E\uFF61]\S|\bwww\b/i.test(label)
  )
}

export function parseAmenities(text = ''): string[] {
  const amenities = text.split(',').map((amenity) => amenity.trim())
  return [...new Set(amenities.filter(Boolean))]
}

/**
 * Parses a number such as '1,200.50' or '1200.5'. A comma before one or two final digits is a
 * decimal comma, as in '37,50'. Returns NaN for any other text.
 */
export function parseNumber(text = ''): number {
  const typed = text.trim().replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
  const isNumber = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(typed)
  return isNumber ? Number(typed.replaceAll(',', '')) : NaN
}

export const maximumExtras = 10
