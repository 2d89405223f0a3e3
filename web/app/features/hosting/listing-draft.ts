/** The create-listing form as it is being filled in; numbers are NaN while they are missing. */
export type ListingDraft = {
  title: string
  description: string
  type: string
  capacity: number
  price: number
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
  capacity: NaN,
  price: NaN,
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

const storageKey = 'hourspace-listing-draft'

/** A picture that was uploaded: its public URL, and its small preview ('' for none). */
export type KeptPicture = { url: string; blur: string }

type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[] }

/** Keeps a draft for this tab, so that a reload or a detour loses nothing. */
export function keepDraft(stored: StoredDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // Storage may be full or forbidden; the form goes on without it.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** The draft kept in this tab, or null. */
export function keptDraft(): StoredDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredDraft | null
    if (!stored) return null
    const { capacity, price } = stored.draft
    // JSON has no NaN: a missing number was written as null.
    const numbers = { capacity: capacity ?? NaN, price: price ?? NaN }
    return {
      draft: { ...emptyDraft, ...stored.draft, ...numbers },
      pictures: stored.pictures ?? [],
    }
  } catch {
    return null
  }
}
