import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListingDetails } from '@hourspace/domain/listing-schema.ts'
import { noDetails, saveListingDetails } from '#web/data/addresses.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { createListing, type PicturedListing, updateListing } from '#web/data/listings.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { missingName, NameField, useSaveName } from '#web/features/account/name-field.tsx'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import {
  emptyDraft,
  clearDraft,
  isSameDraft,
  isStarted,
  saveDraft,
  savedDraft,
  type ListingDraft,
  type ListingErrors,
} from '#web/features/listing/listing-draft.ts'
import { ListingFields } from '#web/features/listing/listing-fields.tsx'
import { ListingPreview } from './listing-preview.tsx'
import { PictureField } from '#web/features/listing/picture-field.tsx'
import { keptOf, type Pictures, usePictures } from '#web/features/listing/use-pictures.ts'

/** Loads the validation code after the first input, because the network may be down on submit. */
const loadCheck = () => import('#web/features/listing/listing-check.ts')

/** Error texts by field, including the host's name, which is not part of the listing. */
type FormErrors = ListingErrors & { full_name?: string | undefined }

/** The create-listing form. Saves the draft in this browser until the listing is created. */
export function ListingForm(props: {
  userId: string
  types: readonly SpaceType[]
  onCreated: (id: string) => void
  onCancel: () => void
  /** Called with true while the form has input that is saved only as a draft. */
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const { userId, types, onCreated, onCancel, onUnsaved } = props
  const [kept] = useState(() => savedDraft(userId))
  const [draft, setDraft] = useState<ListingDraft>(kept?.draft ?? emptyDraft)
  const pictures = usePictures(kept?.pictures ?? [])
  const [errors, setErrors] = useState<FormErrors>({})
  const { profile } = useSession()
  const asksForName = profile !== null && !profile.full_name && !profile.isUnknown
  const [name, setName] = useState(kept?.hostName ?? '')
  const saveName = useSaveName(userId)
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [id, setId] = useState(() => kept?.id ?? crypto.randomUUID())
  /** True if a request to create the space may have succeeded, although its response was lost. */
  const [isSent, setSent] = useState(kept?.id !== undefined)
  /** True once the space is created. Saving its details may still fail. */
  const [isCreated, setCreated] = useState(false)
  const [isDone, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isRestored, setRestored] = useState(kept !== null && isStarted(kept))

  const uploaded = keptOf(pictures.pictures)
  const isDirty =
    !isDone &&
    (pictures.pictures.length > 0 ||
      (asksForName && name !== '') ||
      !isSameDraft(draft, emptyDraft))
  useEffect(() => {
    // After the request to create the listing, the draft contains the listing's id. A retry after a
    // reload then creates no second listing. Before the request, the draft has no id. Another tab
    // that opens the draft thus creates its own listing and does not overwrite the listing of this
    // tab.
    if (isDirty)
      saveDraft(userId, { draft, pictures: uploaded, hostName: name, ...(isSent && { id }) })
    onUnsaved(isDirty)
  })

  function discard() {
    pictures.removeAll()
    setDraft(emptyDraft)
    setName('')
    setId(crypto.randomUUID())
    setSent(false)
    setErrors({})
    clearDraft()
    setRestored(false)
  }

  useDropDeleted(pictures)

  // Clears the unsaved input on unmount, so that a sign-out in another tab does not open the dialog
  // about unsaved input. The draft is saved anyway.
  const gone = useEffectEvent(() => onUnsaved(false))
  useEffect(() => () => gone(), [])

  function change(part: Partial<ListingDraft>) {
    void loadCheck().catch(() => {})
    setDraft((before) => ({ ...before, ...part }))
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map(cleared)) }))
  }

  // Clears the error of the photos separately, because photos are not part of the draft.
  function clearPhotoError({ target }: FormEvent<HTMLFormElement>) {
    if ((target as HTMLInputElement).type === 'file')
      setErrors((before) => ({ ...before, images: undefined }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(undefined)
    setPending(true)
    try {
      const { uploadedListingOf } = await loadCheck()
      const nameError = asksForName && !name.trim() ? { full_name: missingName } : null
      const checked = await uploadedListingOf(draft, pictures, nameError)
      if (!checked.errors) return await save(checked.listing, checked.details)
      setErrors(checked.errors)
      focusFirstInvalid(form.current, checked.errors)
    } catch (reason) {
      setFailure(
        messageOf(reason, isCreated ? 'Failed to save details' : 'Failed to create listing'),
      )
    } finally {
      setPending(false)
    }
  }

  async function save(listing: PicturedListing, details: ListingDetails) {
    const client = await browserClient()
    if (asksForName) await saveName(name)
    setSent(true)
    if (isCreated) await updateListing(client, id, listing)
    else await createListing(client, userId, id, listing)
    setCreated(true)
    try {
      await saveListingDetails(client, id, details, isSent ? null : noDetails)
    } catch (reason) {
      const why = messageOf(reason, 'Please try again.')
      return setFailure(
        `Your space is listed, but its address, arrival notes and extras weren’t saved. ${why}`,
      )
    }
    setDone(true)
    clearDraft()
    onUnsaved(false)
    onCreated(id)
  }

  const wrong = Object.values(errors).filter(Boolean).length
  return (
    <form
      ref={form}
      noValidate
      aria-label="Create a listing"
      onInput={clearPhotoError}
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12"
    >
      <div className="flex min-w-0 flex-col gap-6">
        {isRestored && !isCreated && <RestoredDraft onDiscard={discard} />}
        <FieldSection title="Photos" hint="Wide pictures in daylight work best.">
          <PictureField pictures={pictures} error={errors.images} />
        </FieldSection>
        <ListingFields form={{ draft, errors, onChange: change }} types={types} saved={null} />
        {asksForName && (
          <FieldSection title="Host">
            <NameField
              value={name}
              onChange={(next) => {
                setName(next)
                setErrors((before) => ({ ...before, full_name: undefined }))
              }}
              description="Guests see this name on your listing."
              error={errors.full_name}
            />
          </FieldSection>
        )}
        {failure && <Banner tone="error">{failure}</Banner>}
        <AlertText>
          {wrong > 0 && `${wrong === 1 ? '1 field needs' : `${wrong} fields need`} your attention.`}
        </AlertText>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onCancel}>
            {isCreated ? 'Go to My Listings' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            isPending={isPending}
            pendingText={isCreated ? 'Saving...' : 'Creating...'}
          >
            {isCreated ? 'Save details' : 'Create Listing'}
          </Button>
        </div>
      </div>
      <div className="max-lg:hidden lg:sticky lg:top-24">
        <ListingPreview draft={draft} cover={pictures.pictures[0]?.preview} />
      </div>
    </form>
  )
}

/**
 * Drops the pictures of a restored draft whose files no longer exist. Unused uploads are deleted
 * after 24 hours. Keeps pictures after other errors, which may be temporary.
 */
function useDropDeleted({ pictures, drop }: Pictures): void {
  const dropDeleted = useEffectEvent(async () => {
    for (const { id, url } of pictures) {
      const response = url ? await fetch(url, { method: 'HEAD' }).catch(() => null) : null
      // Supabase Storage responds with 400 to the URL of a deleted file.
      if (response?.status === 400 || response?.status === 404) drop(id)
    }
  })
  useEffect(() => void dropDeleted(), [])
}

/** Says that the form shows a saved draft, which the host can discard. */
function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Banner
        title="We kept your draft"
        action={
          <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
            Discard draft
          </Button>
        }
      >
        Pick up where you left off. The draft is stored in this browser only.
      </Banner>
      <AlertDialog
        title="Discard this draft?"
        isOpen={isAsking}
        danger
        confirmLabel="Discard draft"
        dismissLabel="Keep it"
        onConfirm={onDiscard}
        onDismiss={() => setAsking(false)}
      >
        Its text and photos will be gone for good, and the form will be empty.
      </AlertDialog>
    </>
  )
}

const cleared = (field: string) => [field, undefined] as const
