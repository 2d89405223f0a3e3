import type { Listing } from '@hourspace/domain/listing-schema.ts'

/** The input of the create-listing form as typed. Commas separate the amenities. */
export type ListingDraft = Partial<Record<Exclude<keyof Listing, 'images'>, string>>

export type ListingErrors = Partial<Record<keyof Listing, string>>

/** Default values of a new draft. */
export const emptyDraft = {
  currency: 'USD',
  cancellation_policy: 'flexible',
} satisfies ListingDraft

/** True if two drafts have equal values. Treats an empty string like a missing value. */
export function isSameDraft(one: ListingDraft, other: ListingDraft): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ListingDraft)[]
  return fields.every((field) => (one[field] ?? '') === (other[field] ?? ''))
}

const storageKey = 'hourspace-listing-draft'

/** An uploaded picture: its public URL and its blurred preview ('' if there is none). */
export type KeptPicture = { url: string; blur: string }

type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[] }

/** Saves the draft in sessionStorage, so that it survives reloads and sign-in. */
export function saveDraft(userId: string, stored: StoredDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...stored, userId }))
  } catch {
    // Ignores errors, because sessionStorage may be full or disabled and the form works without it.
  }
}

export function clearDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** Returns the draft that the user saved in this tab; null if there is none. */
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
