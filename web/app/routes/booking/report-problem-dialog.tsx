import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { decimalsProblem } from '@hourspace/domain/decimals-problem.ts'
import { type Currency, decimalsOf, toMinor } from '@hourspace/domain/money.ts'
import {
  longestProblemText,
  mostProblemPhotos,
  problemDeadline,
  type ProblemKind,
  problemRules,
} from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { photoTypes, reportProblem } from '#web/data/problems.ts'
import { PhotosField } from '#web/features/listing/photos-field.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainTextArea } from '#web/ui/plain-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

const shortestDetails = 10

export default function ReportProblemDialog(props: {
  booking: BookingDetails
  kinds: readonly ProblemKind[]
  onClose: () => void
  onReported: () => void
}) {
  const { booking, kinds, onClose, onReported } = props
  const [kind, setKind] = useState(kinds.length === 1 ? kinds[0] : undefined)
  const [details, setDetails] = useState('')
  const [amount, setAmount] = useState('')
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: ProblemKind) =>
      reportProblem({
        bookingId: booking.id,
        kind: chosen,
        details: details.trim(),
        claimedMinor: chosen === 'damage' ? toMinor(amount, booking.currency) : null,
        photos,
      }),
    onSuccess: onReported,
  })
  const reader =
    problemRules[kind ?? kinds[0] ?? 'no_access'].reporter === 'guest' ? 'host' : 'guest'
  const isShort = details.trim().length < shortestDetails
  const amountProblem = kind === 'damage' ? problemOf(amount, booking.currency) : null

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (!kind || isShort || amountProblem)
      focusFirstInvalid(event.currentTarget, {
        ...(!kind && { kind }),
        ...(isShort && { 'problem-details': details }),
        ...(amountProblem && { 'problem-amount': amount }),
      })
    else if (!isPending) mutate(kind)
  }

  return (
    <Modal title="Report a problem" isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <RadioCards
          legend={<span className="text-ink-soft">What happened at {booking.space.title}?</span>}
          name="kind"
          options={kinds.map((id) => ({ id, label: problemRules[id].title }))}
          value={kind}
          onValue={setKind}
          error={isChecked && !kind ? 'Please choose what happened' : undefined}
        />
        {kind && <Rule kind={kind} booking={booking} />}
        <PlainTextArea
          label="What happened, and when?"
          name="problem-details"
          value={details}
          onValue={setDetails}
          maxLength={longestProblemText}
          rows={4}
          description={`The ${reader} can read this too.`}
          error={isChecked && isShort ? 'Please describe it in a sentence or two' : undefined}
        />
        {kind === 'damage' && (
          <PlainInput
            label={`Amount of the damage (${booking.currency})`}
            name="problem-amount"
            type="number"
            inputMode="decimal"
            min={0}
            step={decimalsOf(booking.currency) === 0 ? 1 : 0.01}
            value={amount}
            onValue={setAmount}
            description="What the repair or replacement costs"
            error={isChecked && amountProblem ? amountProblem : undefined}
          />
        )}
        {kind && kind !== 'no_show' && (
          <PhotosField
            files={photos}
            onFiles={setPhotos}
            most={mostProblemPhotos}
            types={photoTypes}
            hint={`Up to ${mostProblemPhotos}. Only the ${reader} and our team see them.`}
          />
        )}
        {error && <Banner tone="error">{messageOf(error, 'The report could not be sent')}</Banner>}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" isPending={isPending} pendingText="Sending...">
            Send report
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

function problemOf(amount: string, currency: Currency): string | null {
  if (!(Number(amount) > 0)) return 'Please enter the amount'
  return decimalsProblem(Number(amount), currency)
}

function Rule({ kind, booking }: { kind: ProblemKind; booking: BookingDetails }) {
  const deadline = problemDeadline(kind, new Date(booking.start_time), new Date(booking.end_time))
  return (
    <Banner tone="info">
      <p>{problemRules[kind].rule}</p>
      <p className="mt-1">
        You can report this until {formatMoment(deadline, booking.time_zone)} (
        {placeTime(booking.space.location)}).
      </p>
    </Banner>
  )
}
