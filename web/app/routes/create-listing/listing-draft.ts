/** The create-listing form as it is being filled in; numbers as they were typed. */
export type ListingDraft = {
  title: string
  description: string
  type: string
  capacity: string
  price: string
  currency: string
  location: string
  country: string
  time_zone: string
  cancellation_policy: string
  /** As typed, separated by commas. */
  amenities: string
}

export type ListingField = keyof ListingDraft | 'images'

export type ListingErrors = Partial<Record<ListingField, string>>

export const emptyDraft: ListingDraft = {
  title: '',
  description: '',
  type: '',
  capacity: '',
  price: '',
  currency: 'USD',
  location: '',
  country: '',
  time_zone: '',
  cancellation_policy: 'flexible',
  amenities: '',
}

/** Fields in the order they stand on the screen. */
export const fieldOrder: readonly ListingField[] = [
  'images',
  'title',
  'description',
  'type',
  'capacity',
  'amenities',
  'location',
  'country',
  'time_zone',
  'price',
  'currency',
  'cancellation_policy',
]

/** The number that was typed, as '1,200.50' or '1200.5'; NaN when it is none. */
export function numberIn(text: string): number {
  const typed = text.trim()
  const isNumber = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(typed)
  return isNumber ? Number(typed.replaceAll(',', '')) : NaN
}

const storageKey = 'hourspace-listing-draft'

/** A picture that was uploaded: its public URL, and its small preview ('' for none). */
export type KeptPicture = { url: string; blur: string }

type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[] }

/** Keeps a draft for this tab, so that a reload or a detour loses nothing. */
export function keepDraft(userId: string, stored: StoredDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...stored, userId }))
  } catch {
    // Storage may be full or forbidden; the form goes on without it.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** The draft this person has kept in this tab, or null: somebody else may have written here before. */
export function keptDraft(userId: string): StoredDraft | null {
  try {
    const kept = sessionStorage.getItem(storageKey)
    const stored = JSON.parse(kept ?? 'null') as (StoredDraft & { userId: string }) | null
    if (stored?.userId !== userId) return null
    return { draft: { ...emptyDraft, ...stored.draft }, pictures: stored.pictures ?? [] }
  } catch {
    return null
  }
}
