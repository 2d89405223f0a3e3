/** The content of the create-listing form. Numbers are texts as the user typed them. */
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
  /** Amenities as typed, separated by commas. */
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

/** Fields of the draft in their order on the screen. */
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

/** Draft fields that `listingOf` parses as numbers. */
export const numberFields = ['capacity', 'price'] as const

/** Parses a number such as '1,200.50' or '1200.5'; NaN if the text is not a number. */
export function numberIn(text: string): number {
  const typed = text.trim()
  const isNumber = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(typed)
  return isNumber ? Number(typed.replaceAll(',', '')) : NaN
}

const storageKey = 'hourspace-listing-draft'

/** An uploaded picture: its public URL and its blurred preview ('' for none). */
export type KeptPicture = { url: string; blur: string }

type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[] }

/** Saves the draft in sessionStorage, so that it survives reloads and sign-in. */
export function saveDraft(userId: string, stored: StoredDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...stored, userId }))
  } catch {
    // sessionStorage may be full or disabled; the form works without it.
  }
}

export function clearDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** Returns the user's saved draft in this tab, or null. Ignores drafts of another user. */
export function savedDraft(userId: string): StoredDraft | null {
  try {
    const kept = sessionStorage.getItem(storageKey)
    const stored = JSON.parse(kept ?? 'null') as (StoredDraft & { userId: string }) | null
    if (stored?.userId !== userId) return null
    return { draft: { ...emptyDraft, ...stored.draft }, pictures: stored.pictures ?? [] }
  } catch {
    return null
  }
}
