/** Maximum number of images per listing; the first image is the cover (spec, section 9). */
export const maximumImages = 5

/** Maximum size of an image upload, in bytes. */
export const maximumImageBytes = 20 * 1024 * 1024

/** MIME types accepted for image uploads. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Pattern of a space type's name, which the form calls Type ID (spec, section 5). */
export const spaceTypeNamePattern = /^[a-z0-9-]+$/

export const spaceTypeNameHint = 'Only lowercase letters, numbers, and hyphens'

/** Splits 'Wi-Fi, Projector,' into ['Wi-Fi', 'Projector'] and removes repeated amenities. */
export function parseAmenities(text: string): string[] {
  const amenities = text.split(',').map((amenity) => amenity.trim())
  return [...new Set(amenities.filter(Boolean))]
}
