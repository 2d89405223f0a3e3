import type { Listing } from '@hourspace/domain/listing-schema.ts'

/** The create-listing form's input as typed. Amenities are separated by commas. */
export type ListingDraft = Partial<Record<Exclude<keyof Listing, 'images'>, string>>

export type ListingErrors = Partial<Record<keyof Listing, string>>

/** Default values of a new draft. */
export const emptyDraft = {
  currency: 'USD',
  cancellation_policy: 'flexible',
} satisfies ListingDraft

/** True if two drafts have equal values. An empty string equals a missing value. */
export function isSameDraft(one: ListingDraft, other: ListingDraft): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ListingDraft)[]
  return fields.every((field) => (one[field] ?? '') === (other[field] ?? ''))
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
    return { draft: stored.draft, pictures: stored.pictures ?? [] }
  } catch {
    return null
  }
}
