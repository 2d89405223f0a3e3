import { dayMs } from '@hourspace/domain/durations.ts'
import type { ExtraUnit } from '@hourspace/domain/extras.ts'
import type { Point } from '@hourspace/domain/gazetteer.ts'
import type { Listing } from '@hourspace/domain/listing-schema.ts'
import { readText, storeText } from '#web/lib/local-storage.ts'

export type ExtraDraft = { name: string; price: string; unit: ExtraUnit }

/**
 * Names of the text fields. In the fields for amenities and inclusions, items are separated by
 * commas.
 */
export type TextFieldName = Exclude<keyof Listing, 'images'> | 'street_address' | 'arrival_notes'

export type ListingDraft = Partial<Record<TextFieldName, string>> & {
  extras?: ExtraDraft[]
  point?: Point | null
}

/** Error texts by field. Fields of extras have names like `extras.0.price`. */
export type ListingErrors = Partial<
  Record<TextFieldName | 'images' | `extras.${number}.${keyof ExtraDraft}`, string>
>

export const emptyDraft = {
  currency: 'USD',
  cancellation_policy: 'flexible',
} satisfies ListingDraft

/** Returns whether two drafts are equal. An empty string equals a missing value. */
export function isSameDraft(one: ListingDraft, other: ListingDraft): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ListingDraft)[]
  const textOf = (value: unknown) => JSON.stringify(value || [])
  return fields.every((field) => textOf(one[field]) === textOf(other[field]))
}

const storageKey = 'hourspace-listing-draft'

/** An uploaded picture: public URL, blurred preview, and caption ('' if there is none). */
export type KeptPicture = { url: string; blur: string; caption: string }

/** Returns the values of a listing's picture columns, each with one entry per picture. */
export const pictureColumns = (pictures: readonly KeptPicture[]) => ({
  images: pictures.map(({ url }) => url),
  image_previews: pictures.map(({ blur }) => blur),
  image_captions: pictures.map(({ caption }) => caption.trim()),
})

export const picturesOf = (listing: ReturnType<typeof pictureColumns>): KeptPicture[] =>
  listing.images.map((url, index) => ({
    url,
    blur: listing.image_previews[index] ?? '',
    caption: listing.image_captions[index] ?? '',
  }))

/**
 * `hostName` is the name that a host without a name in the profile has typed. `id` is the id of the
 * space, if a request to create the space was sent.
 */
type StoredDraft = { draft: ListingDraft; pictures: KeptPicture[]; hostName?: string; id?: string }

export const draftDays = 30

/** Saves the draft in localStorage, so that it survives reloads, sign-in and closed tabs. */
export function saveDraft(userId: string, stored: StoredDraft): void {
  storeText(storageKey, JSON.stringify({ ...stored, userId, savedAt: Date.now() }))
}

export function clearDraft(): void {
  storeText(storageKey, null)
}

/** Returns whether a saved draft has more than the values of an empty form. */
export const isStarted = ({ draft, pictures }: StoredDraft): boolean =>
  pictures.length > 0 || !isSameDraft(draft, emptyDraft)

export function savedDraft(userId: string): StoredDraft | null {
  try {
    const stored = JSON.parse(readText(storageKey) ?? 'null') as
      (StoredDraft & { userId: string; savedAt: number }) | null
    if (!stored || stored.userId !== userId) return null
    if (stored.savedAt < Date.now() - draftDays * dayMs) return null
    const { draft, pictures, hostName = '', id } = stored
    return { draft, pictures, hostName, ...(id && { id }) }
  } catch {
    return null
  }
}
