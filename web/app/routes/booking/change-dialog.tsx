import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import {
  changePrice,
  proposeChange,
  type ChangePayment,
  type ChangePrice,
} from '#web/data/changes.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { problemWithSelection, spanOf } from '#web/features/booking/draft.ts'
import { ExtrasField } from '#web/features/booking/extras-field.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { isTyping } from '#web/lib/is-typing.ts'
import { dateOf } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ChangeComparison } from './change-comparison.tsx'
import { ChangePaymentForm } from './change-payment-form.tsx'
import { summaryId } from './summary.tsx'
import { TimeChoice, useOfferedSlots } from './time-choice.tsx'

type ChangeDialogProps = {
  booking: BookingDetails
  isHost: boolean
  now: Date
  onClose: () => void
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { booking, isHost, now, onClose } = props
  const { user } = useSession()
  const queryClient = useQueryClient()
  const change = useChange(booking, now)
  const { wanted, offered, span, old, isSameTime, isSame, problem, request, price } = change
  const { guests } = wanted
  const mostGuests = Math.max(booking.space.capacity, booking.guest_count)
  const [payment, setPayment] = useState<ChangePayment>()
  const [hasAsked, setAsked] = useState(false)
  const isPriced = price.data !== undefined && !price.isPlaceholderData
  const isPricing =
    !isSame && !problem && !isPriced && (price.isFetching || offered.isPlaceholderData)
  const propose = useMutation({
    mutationFn: () => proposeChange({ ...request, difference: price.data!.difference }),
    onSuccess: async (proposed) => {
      if (proposed.payment) return setPayment(proposed.payment)
      showToast({ title: 'Change proposed', tone: 'success' })
      onClose()
      await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
      // Focuses the summary, because the button that opened the dialog is now disabled.
      if (!isTyping()) document.getElementById(summaryId)?.focus()
    },
    onError: () => void offered.refetch(),
  })
  const shownProblem =
    problem ??
    (isSame && hasAsked ? 'Please choose another time, number of people or other extras' : null)

  function want(next: Partial<typeof wanted>) {
    setAsked(false)
    propose.reset()
    change.setWanted({ ...wanted, ...next })
  }

  if (payment && price.data)
    return (
      <AuthorizeDifference
        booking={booking}
        payment={payment}
        price={price.data}
        onCancel={() => setPayment(undefined)}
        onClose={onClose}
      />
    )

  return (
    <Modal title="Change this booking" isOpen onClose={onClose} size="medium">
      <form
        aria-label="Change this booking"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (isSame || problem || isPricing || propose.isPending) return
          if (isPriced) propose.mutate()
          else void price.refetch()
        }}
      >
        <TimeChoice booking={booking} now={now} value={wanted} onChange={want} offered={offered} />
        <NumberStepper
          label="People"
          value={guests}
          min={1}
          max={mostGuests}
          onChange={(next) => want({ guests: next })}
          hint={mostGuests === 1 ? 'For one person' : `Up to ${mostGuests} people`}
        />
        {price.data && price.data.offers.length > 0 && (
          <ExtrasField
            extras={price.data.offers}
            currency={booking.currency}
            value={wanted.extras}
            onChange={(extras) => want({ extras })}
          />
        )}
        <hr className="border-line" />
        <ChangeComparison
          before={{
            ...old,
            guests: booking.guest_count,
            extras: booking.extras,
            total: booking.total_price,
          }}
          after={{
            ...(span ?? old),
            guests,
            extras: (price.data?.offers ?? booking.extras).filter(({ id }) =>
              wanted.extras.includes(id),
            ),
            total: isPriced ? price.data.newTotal : undefined,
          }}
          timeZone={booking.time_zone}
          currency={booking.currency}
        />
        {isPriced && !isSame && (
          <output className="block font-semibold">{differenceText(price.data, isHost)}</output>
        )}
        <AlertText>{shownProblem}</AlertText>
        {price.error && !problem && (
          <Banner tone="error">
            {messageOf(price.error, 'We couldn’t calculate the price. Please try again.')}
          </Banner>
        )}
        {propose.error && (
          <Banner tone="error">{messageOf(propose.error, 'Failed to propose the change')}</Banner>
        )}
        <p className="text-sm text-ink-soft">
          {isHost
            ? 'The price is based on the prices of this booking, even if you have raised them since.'
            : 'The price is based on the prices of your booking, even if the host has raised them since.'}
          {!isSameTime &&
            ' We don’t hold the new time while you wait. Another guest can still book it.'}
        </p>
        <DialogButtons cancel="Keep as it is" onCancel={onClose}>
          <Button type="submit" isPending={propose.isPending || isPricing}>
            {!isHost && isPriced && price.data.difference > 0
              ? 'Continue to payment'
              : 'Propose change'}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

/** State of the form: the wanted change, its price, and why it cannot be proposed. */
function useChange(booking: BookingDetails, now: Date) {
  const { user } = useSession()
  const { time_zone: timeZone } = booking
  const old = { startsAt: new Date(booking.start_time), endsAt: new Date(booking.end_time) }
  const oldExtras = booking.extras.map(({ id }) => id)
  const [wanted, setWanted] = useState(() => ({
    date: dateOf(old.startsAt, timeZone) as string | null,
    startsAt: old.startsAt.toISOString() as string | null,
    hours: hoursBetween(old.startsAt, old.endsAt),
    guests: booking.guest_count,
    extras: oldExtras,
  }))
  const offered = useOfferedSlots(booking, wanted)
  const span = spanOf(wanted)
  const isSameTime =
    span?.startsAt.getTime() === old.startsAt.getTime() &&
    span.endsAt.getTime() === old.endsAt.getTime()
  const isSame =
    isSameTime &&
    wanted.guests === booking.guest_count &&
    wanted.extras.toSorted().join() === oldExtras.toSorted().join()
  const today = dateOf(now, timeZone)
  const problem = isSameTime
    ? null
    : problemWithSelection(wanted, offered.slots ?? [], { today, now })
  const request = {
    bookingId: booking.id,
    startTime: (span?.startsAt ?? old.startsAt).toISOString(),
    endTime: (span?.endsAt ?? old.endsAt).toISOString(),
    guests: wanted.guests,
    extras: wanted.extras,
  }
  const price = useQuery({
    ...changePrice(user?.id, request),
    enabled: span !== null && problem === null && !offered.isPlaceholderData,
    placeholderData: keepPreviousData,
  })
  return { wanted, setWanted, offered, span, old, isSameTime, isSame, problem, request, price }
}

function AuthorizeDifference(props: {
  booking: BookingDetails
  payment: ChangePayment
  price: ChangePrice
  onCancel: () => void
  onClose: () => void
}) {
  const { booking, payment, price, onCancel, onClose } = props
  const amount = formatMoney(price.difference, price.currency)
  return (
    <Modal title="Authorize the difference" isOpen onClose={onClose} size="medium">
      <ChangePaymentForm
        bookingId={booking.id}
        payment={payment}
        label={`Authorize ${amount}`}
        onCancel={onCancel}
      >
        Your card is authorized for <strong>{amount}</strong> and charged only if{' '}
        {booking.host?.full_name ?? 'the host'} accepts. The host sees your proposal after this
        step.
      </ChangePaymentForm>
    </Modal>
  )
}

function differenceText({ difference, currency, newShare }: ChangePrice, isHost: boolean): string {
  const amount = formatMoney(Math.abs(difference), currency)
  const share = isHost ? ` Your share: ${formatMoney(newShare, currency)}.` : ''
  if (difference === 0) return `The price stays the same.${share}`
  if (isHost)
    return difference > 0
      ? `The guest pays ${amount} more.${share}`
      : `The guest gets ${amount} back.${share}`
  return difference > 0 ? `You pay ${amount} more.` : `You get ${amount} back on your card.`
}
