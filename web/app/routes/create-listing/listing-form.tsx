import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { createListing } from '#web/data/listings.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldSection } from './draft-field.tsx'
import {
  emptyDraft,
  clearDraft,
  isSameDraft,
  saveDraft,
  savedDraft,
  type KeptPicture,
  type ListingDraft,
  type ListingErrors,
} from './listing-draft.ts'
import { ListingFields } from './listing-fields.tsx'
import { ListingPreview } from './listing-preview.tsx'
import { PictureField } from './picture-field.tsx'
import { keptOf, usePictures } from './use-pictures.ts'

/**
 * The dialog's code loads with the first input, because the network may be unavailable at submit.
 */
const loadCheck = () => import('./listing-check.ts')

/** Returns a description of the unsaved input; null if there is none. */
export type UnsavedListing = {
  /** Removes the uploaded photos of the abandoned listing. */
  abandon: () => void
} | null

type ListingFormProps = {
  userId: string
  types: readonly SpaceType[]
  onCreated: () => void
  onCancel: () => void
  /** Called after every change of the form. */
  onUnsaved: (unsaved: UnsavedListing) => void
}

/** The create-listing form. The draft is saved in this tab until the listing exists. */
export function ListingForm(props: ListingFormProps) {
  const { userId, types, onCreated, onCancel, onUnsaved } = props
  const [kept] = useState(() => savedDraft(userId))
  const [draft, setDraft] = useState<ListingDraft>(kept?.draft ?? emptyDraft)
  const pictures = usePictures(kept?.pictures ?? [])
  const [errors, setErrors] = useState<ListingErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [isCreated, setCreated] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const uploaded = keptOf(pictures.pictures)
  const isDirty = !isCreated && (pictures.pictures.length > 0 || !isSameDraft(draft, emptyDraft))
  function abandon() {
    pictures.removeAll()
    saveDraft(userId, { draft, pictures: [] })
  }

  useEffect(() => {
    if (isDirty) saveDraft(userId, { draft, pictures: uploaded })
    onUnsaved(isDirty ? { abandon } : null)
  })

  // After a sign-out in another tab, the user can leave without a confirmation, because the draft
  // is saved.
  const gone = useEffectEvent(() => onUnsaved(null))
  useEffect(() => () => gone(), [])

  function change(part: Partial<ListingDraft>) {
    void loadCheck().catch(() => {})
    setDraft((before) => ({ ...before, ...part }))
    // Editing a field clears that field's error.
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map(cleared)) }))
  }

  // Photos are not part of the draft, so adding a photo clears their error here.
  function mend({ target }: FormEvent<HTMLFormElement>) {
    if ((target as HTMLInputElement).type === 'file')
      setErrors((before) => ({ ...before, images: undefined }))
  }

  function show(found: ListingErrors) {
    setErrors(found)
    const controls = Object.keys(found).map(
      (field) => `[name=${field}], [data-field=${field}] button`,
    )
    // The first control on the screen, because querySelector returns the first match in the document.
    form.current?.querySelector<HTMLElement>(controls.join())?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(undefined)
    setPending(true)
    try {
      const { listingOf } = await loadCheck()
      const early = listingOf(draft, uploaded.map(urlOf))
      if (early.errors) return show(early.errors)
      const all = await pictures.waitForUploads()
      if (!all) return show({ images: 'A photo could not be uploaded. Please retry or remove it.' })
      const { listing, errors: found } = listingOf(draft, all.map(urlOf))
      if (found) return show(found)
      const image_previews = all.map(({ blur }) => blur)
      await createListing(await browserClient(), userId, { ...listing, image_previews })
      setCreated(true)
      clearDraft()
      onUnsaved(null)
      onCreated()
    } catch (reason) {
      setFailure(messageOf(reason, 'Failed to create listing'))
    } finally {
      setPending(false)
    }
  }

  const wrong = Object.values(errors).filter(Boolean).length
  return (
    <form
      ref={form}
      noValidate
      aria-label="Create a listing"
      onInput={mend}
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <FieldSection title="Photos" hint="Wide pictures in daylight work best.">
          <PictureField pictures={pictures} error={errors.images} />
        </FieldSection>
        <ListingFields form={{ draft, errors, onChange: change }} types={types} />
        {failure && <Banner tone="error">{failure}</Banner>}
        <p role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
          {wrong > 0 && `${wrong === 1 ? '1 field needs' : `${wrong} fields need`} your attention.`}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending} pendingText="Creating...">
            Create Listing
          </Button>
        </div>
      </div>
      <div className="max-lg:hidden lg:sticky lg:top-24">
        <ListingPreview draft={draft} cover={pictures.pictures[0]?.preview} />
      </div>
    </form>
  )
}

const urlOf = ({ url }: KeptPicture) => url

const cleared = (field: string) => [field, undefined] as const
