import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { adminListingKeys, type FoundListing, setHidden } from '#web/data/admin-listings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Asks for the reason for hiding or showing a listing. The host gets the reason by email. */
export default function HideDialog(props: {
  listing: FoundListing
  adminId: string
  onClose: () => void
}) {
  const { listing, adminId, onClose } = props
  const isHiding = listing.hidden_at === null
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setHidden(listing.id, isHiding, reason.trim()),
    onSuccess: () => {
      showToast({ title: isHiding ? 'Listing hidden' : 'Listing visible again', tone: 'success' })
      onClose()
      return queryClient.invalidateQueries({ queryKey: adminListingKeys.all(adminId) })
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() && !isPending) mutate()
  }

  return (
    <Modal
      title={isHiding ? 'Hide this listing?' : 'Show this listing again?'}
      isOpen
      onClose={onClose}
      size="medium"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">{listing.title}</span>{' '}
          {isHiding
            ? 'disappears from all public pages and can’t be booked. Existing bookings are not affected; cancel them one by one if they must not take place.'
            : 'can be found and booked again.'}
        </p>
        <PlainTextArea
          label="Reason"
          name="hide-reason"
          description="The host gets it by email. It is kept in the audit log."
          value={reason}
          onValue={setReason}
          maxLength={2000}
          rows={4}
          error={isChecked && !reason.trim() ? 'Please give a reason' : undefined}
        />
        {error && <Banner tone="error">{messageOf(error, 'The listing was not changed')}</Banner>}
        <DialogButtons cancel="Keep as it is" onCancel={onClose}>
          <Button type="submit" variant={isHiding ? 'danger' : 'primary'} isPending={isPending}>
            {isHiding ? 'Hide listing' : 'Show again'}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
