/** At most this many pictures a listing; the first is the cover (spec, section 9). */
export const maximumImages = 5

/** Largest picture accepted for upload, in bytes. */
export const maximumImageBytes = 20 * 1024 * 1024

/** Picture types accepted for upload. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** `name` of a space type: what its Type ID field accepts (spec, section 5). */
export const spaceTypeNamePattern = /^[a-z0-9-]+$/

export const spaceTypeNameHint = 'Only lowercase letters, numbers, and hyphens'

/** Splits 'Wi-Fi, Projector,' into ['Wi-Fi', 'Projector']; repeated amenities are kept once. */
export function parseAmenities(text: string): string[] {
  const amenities = text.split(',').map((amenity) => amenity.trim())
  return [...new Set(amenities.filter(Boolean))]
}
