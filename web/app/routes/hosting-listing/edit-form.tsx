import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { typedAmount } from '@hourspace/domain/money.ts'
import { saveListingDetails } from '#web/data/addresses.ts'
import { browserClient } from '#web/data/browser-client.ts'
import {
  type EditedListing,
  editedListing,
  hasPriceRules,
  listingKeys,
  updateListing,
} from '#web/data/listings.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { useSession } from '#web/features/account/session.tsx'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { uploadedListingOf } from '#web/features/listing/listing-check.ts'
import {
  isSameDraft,
  type ListingDraft,
  type ListingErrors,
  picturesOf,
} from '#web/features/listing/listing-draft.ts'
import { ListingFields } from '#web/features/listing/listing-fields.tsx'
import { PictureField } from '#web/features/listing/picture-field.tsx'
import { SaveBar, saveFailure, useReportDirty } from '#web/features/listing/save-bar.tsx'
import { type Picture, usePictures } from '#web/features/listing/use-pictures.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

export default function EditForm(props: {
  listing: EditedListing
  types: readonly SpaceType[]
  /** `isFresh` is false while the page reloads `listing`. */
  isFresh: boolean
  onDirty: (isDirty: boolean) => void
}) {
  const { listing, types, isFresh, onDirty } = props
  const { user } = useSession()
  const queryClient = useQueryClient()
  /** The listing as the server last stored it. */
  const [saved, setSaved] = useState(listing)
  /** The last `listing` that the form has shown or has replaced with a save. */
  const [seen, setSeen] = useState(listing)
  const [draft, setDraft] = useState<ListingDraft>(() => draftOf(listing))
  const pictures = usePictures(picturesOf(listing))
  const [errors, setErrors] = useState<ListingErrors>({})
  const [failure, setFailure] = useState<{ text: string; hasPriceRules: boolean }>()
  const [isPending, setPending] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFieldOfUrl()

  // The form counts as changed after a failed save, which may have stored some of the changes.
  const isDirty =
    failure !== undefined ||
    !isSameDraft(draft, draftOf(saved)) ||
    !isSamePictures(pictures.pictures, saved)
  useReportDirty(isDirty, onDirty)

  // Shows changes from another tab, unless the host has unsaved changes in this tab. After saving,
  // `listing` is older than `saved` until the page has reloaded it.
  const [takenOver, setTakenOver] = useState<EditedListing>()
  if (isFresh && listing !== seen && !isDirty && !isPending) {
    setSeen(listing)
    setSaved(listing)
    setDraft(draftOf(listing))
    setTakenOver(listing)
  }
  const showPictures = useEffectEvent((of: EditedListing) => pictures.show(picturesOf(of)))
  useEffect(() => {
    if (takenOver) showPictures(takenOver)
  }, [takenOver])

  function change(part: Partial<ListingDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    const cleared = Object.keys(part).map((field) => [field, undefined])
    setErrors((before) => ({ ...before, ...(Object.fromEntries(cleared) as ListingErrors) }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || isDiscarding) return
    setPending(true)
    try {
      const { listing: fields, details, errors: found } = await uploadedListingOf(draft, pictures)
      if (found) {
        setErrors(found)
        focusFirstInvalid(form.current, found)
        return
      }
      const client = await browserClient()
      await updateListing(client, saved.id, fields)
      await saveListingDetails(client, saved.id, details, failure ? null : saved.details)
      const next = { ...saved, ...fields, details }
      setSeen(listing)
      setSaved(next)
      setFailure(undefined)
      // Keeps what the host has typed while the form was saving.
      setDraft((now) => (now === draft ? draftOf(next) : now))
      setErrors({})
      showToast({ title: 'Changes saved', tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })
    } catch (reason) {
      setFailure({
        text: saveFailure(reason, 'Not everything was saved'),
        hasPriceRules: hasPriceRules(reason),
      })
    } finally {
      setPending(false)
    }
  }

  async function discard() {
    // After a failed save, reloads the stored listing. The form shows the reloaded listing once the
    // form has no changes.
    if (failure) {
      setDiscarding(true)
      try {
        const { queryKey } = editedListing(user?.id, saved.id)
        await queryClient.refetchQueries({ queryKey }, { throwOnError: true })
      } catch (reason) {
        const text = messageOf(reason, 'The listing could not be loaded. Please try again.')
        return setFailure({ text, hasPriceRules: false })
      } finally {
        setDiscarding(false)
      }
    }
    setDraft(draftOf(saved))
    pictures.reset(picturesOf(saved))
    setErrors({})
    setFailure(undefined)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Edit listing"
      onSubmit={(event) => void submit(event)}
      className="flex min-w-0 flex-col gap-6"
    >
      <FieldSection title="Photos" hint="Wide pictures in daylight work best.">
        <PictureField pictures={pictures} error={errors.images} />
      </FieldSection>
      <ListingFields form={{ draft, errors, onChange: change }} types={types} saved={saved} />
      {failure && !isPending && (
        <Banner tone="error">
          {failure.text}{' '}
          {failure.hasPriceRules && (
            <TextLink to={paths.hostingRules(saved.id)} target="_blank">
              Prices by day and hour
              <span className="sr-only"> (opens a new tab)</span>
            </TextLink>
          )}
        </Banner>
      )}
      <SaveBar
        isDirty={isDirty}
        isPending={isPending}
        canSave={isDirty}
        label="Save changes"
        savedText="All changes are saved."
        invalid={{ count: Object.values(errors).filter(Boolean).length, noun: 'field' }}
        onDiscard={isDirty ? () => void discard() : undefined}
        isDiscarding={isDiscarding}
      />
    </form>
  )
}

/**
 * Opens the section that contains the field in the URL's hash, and focuses the field. Links in the
 * host's task list have such a hash.
 */
function useFieldOfUrl(): void {
  const location = useLocation()
  useEffect(() => {
    const field = document.getElementById(location.hash.slice(1))
    if (!field) return
    field.closest('details')?.setAttribute('open', '')
    field.scrollIntoView({ block: 'center' })
    field.focus({ preventScroll: true })
  }, [location])
}

function isSamePictures(shown: readonly Picture[], saved: EditedListing): boolean {
  const stored = picturesOf(saved)
  return (
    shown.length === stored.length &&
    shown.every(
      ({ url, caption }, index) =>
        url === stored[index]?.url && caption.trim() === stored[index]?.caption,
    )
  )
}

/** Converts a saved listing to the texts of the form's fields. */
function draftOf({ details, ...listing }: EditedListing): ListingDraft {
  return {
    title: listing.title,
    description: listing.description,
    type: listing.type,
    capacity: String(listing.capacity),
    price: typedAmount(listing.price),
    currency: listing.currency,
    location: listing.location,
    country: listing.country,
    time_zone: listing.time_zone,
    cancellation_policy: listing.cancellation_policy,
    amenities: listing.amenities.join(', '),
    neighborhood: listing.neighborhood,
    house_rules: listing.house_rules,
    included: listing.included.join(', '),
    street_address: details.street_address,
    arrival_notes: details.arrival_notes,
    point: details.point,
    extras: details.extras.map(({ name, price, unit }) => ({
      name,
      price: typedAmount(price),
      unit,
    })),
  }
}
