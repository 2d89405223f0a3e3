import type { ExtraUnit } from '@hourspace/domain/extras.ts'
import type { Point } from '@hourspace/domain/gazetteer.ts'
import type { Listing } from '@hourspace/domain/listing-schema.ts'

/** An extra as typed. */
export type ExtraDraft = { name: string; price: string; unit: ExtraUnit }

/** Names of the text fields. Commas separate the amenities and what is included. */
export type TextFieldName = Exclude<keyof Listing, 'images'> | 'street_address' | 'arrival_notes'

/** The input of the create-listing form as typed. */
export type ListingDraft = Partial<Record<TextFieldName, string>> & {
  extras?: ExtraDraft[]
  /** The pin of the host on the map. */
  point?: Point | null
}

/** Error texts by field. The fields of extras are named like `extras.0.price`. */
export type ListingErrors = Partial<
  Record<TextFieldName | 'images' | `extras.${number}.${keyof ExtraDraft}`, string>
>

/** Default values of a new draft. */
export const emptyDraft = {
  currency: 'USD',
  cancellation_policy: 'flexible',
} satisfies ListingDraft

/** True if two drafts have equal values. Treats an empty string like a missing value. */
export function isSameDraft(one: ListingDraft, other: ListingDraft): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ListingDraft)[]
  const textOf = (value: unknown) => JSON.stringify(value || [])
  return fields.every((field) => textOf(one[field]) === textOf(other[field]))
}

const storageKey = 'hourspace-listing-draft'

/** An uploaded picture: its public URL, its blurred preview and its caption ('' if there is none). */
export type KeptPicture = { url: string; blur: string; caption: string }

/** Returns the columns of a listing's pictures. Each has one entry per picture, in their order. */
export const pictureColumns = (pictures: readonly KeptPicture[]) => ({
  images: pictures.map(({ url }) => url),
  image_previews: pictures.map(({ blur }) => blur),
  image_captions: pictures.map(({ caption }) => caption.trim()),
})

/** Returns the pictures of a saved listing. */
export const picturesOf = (listing: ReturnType<typeof pictureColumns>): KeptPicture[] =>
  listing.images.map((url, index) => ({
    url,
    blur: listing.image_previews[index] ?? '',
    caption: listing.image_captions[index] ?? '',
  }))

type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[] }

/** Number of days for which a draft is kept. */
export const draftDays = 30

const dayMs = 24 * 3_600_000

/** Saves the draft in this browser, so that it survives reloads, sign-in and closed tabs. */
export function saveDraft(userId: string, stored: StoredDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...stored, userId, savedAt: Date.now() }))
  } catch {
    // Ignores errors, because localStorage may be full or disabled and the form works without it.
  }
}

export function clearDraft(): void {
  localStorage.removeItem(storageKey)
}

/** Returns the draft that the user saved in this browser; null if there is none. */
export function savedDraft(userId: string): StoredDraft | null {
  try {
    const kept = localStorage.getItem(storageKey)
    const stored = JSON.parse(kept ?? 'null') as
      (StoredDraft & { userId: string; savedAt: number }) | null
    if (!stored || stored.userId !== userId) return null
    if (stored.savedAt < Date.now() - draftDays * dayMs) return null
    return { draft: stored.draft, pictures: stored.pictures }
  } catch {
    return null
  }
}
