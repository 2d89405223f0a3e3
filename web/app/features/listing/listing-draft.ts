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
    return { draft: stored.draft, pictures: stored.pictures }
  } catch {
    return null
  }
}
