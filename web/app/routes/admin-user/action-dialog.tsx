import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { dayMs } from '@hourspace/domain/durations.ts'
import { type Account, actOnUser, adminUserKeys, type UserAction } from '#web/data/admin-users.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

type Text = { title: string; effect: string; button: string; done: string }

const texts: Record<UserAction['kind'], Text> = {
  ban: {
    title: 'Ban this user?',
    effect:
      'The user can’t sign in, book, list or write from now on. Pages that are open stay readable for up to an hour. Bookings stay.',
    button: 'Ban user',
    done: 'User banned',
  },
  unban: {
    title: 'Lift the ban?',
    effect:
      'The user can sign in again. Hidden listings stay hidden; you can show them under Listings.',
    button: 'Lift the ban',
    done: 'Ban lifted',
  },
  'sign-out': {
    title: 'Sign this user out?',
    effect:
      'All sessions end: admin rights at once, open pages within an hour. The user can sign in again.',
    button: 'Sign out',
    done: 'User signed out',
  },
  'grant-admin': {
    title: 'Make this user an admin?',
    effect: 'Admins see all bookings, payments and accounts, and can act on them.',
    button: 'Make admin',
    done: 'User is an admin now',
  },
  'revoke-admin': {
    title: 'Remove the admin rights?',
    effect: 'The user keeps the account, without the admin pages.',
    button: 'Remove admin rights',
    done: 'Admin rights removed',
  },
}

const lengths = [
  { id: '7', label: 'For a week' },
  { id: '30', label: 'For 30 days' },
  { id: '36500', label: 'For good' },
]

/** Asks for the reason for an admin's action on an account. The audit log stores the reason. */
export default function ActionDialog(props: {
  user: Account
  kind: UserAction['kind']
  adminId: string
  onClose: () => void
}) {
  const { user, kind, adminId, onClose } = props
  const { title, effect, button, done } = texts[kind]
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('7')
  const [isHiding, setHiding] = useState(true)
  const [isChecked, setChecked] = useState(false)
  const listings = kind === 'ban' ? user.listings.filter(({ is_hidden }) => !is_hidden).length : 0
  const isHidingListings = isHiding && listings > 0
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const until = new Date(Date.now() + Number(days) * dayMs).toISOString()
      return actOnUser(
        user.id,
        kind === 'ban' ? { kind, until, isHidingListings } : { kind },
        reason.trim(),
      )
    },
    onSuccess: () => {
      showToast({ title: done, tone: 'success' })
      onClose()
      return queryClient.invalidateQueries({ queryKey: adminUserKeys.all(adminId) })
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() && !isPending) mutate()
  }

  return (
    <Modal title={title} isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">{user.full_name ?? user.email}</span>: {effect}
        </p>
        {kind === 'ban' && (
          <PlainSelect
            label="Length"
            name="ban-length"
            options={lengths}
            value={days}
            onValue={setDays}
          />
        )}
        {listings > 0 && (
          <label className="flex cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              checked={isHiding}
              onChange={() => setHiding(!isHiding)}
              className="mt-1 size-4.5 shrink-0 accent-(--color-accent)"
            />
            <span className="grow font-semibold">
              {listings === 1 ? 'Also hide the listing' : `Also hide ${listings} listings`}
              <span className="block text-sm font-normal text-ink-soft">
                Guests can’t find or book hidden listings. Lifting the ban does not show them again.
              </span>
            </span>
          </label>
        )}
        <PlainTextArea
          label="Reason"
          name="action-reason"
          description={
            isHidingListings
              ? 'For the audit log, and for the email to the host about the hidden listings.'
              : 'For the audit log. Only admins read it.'
          }
          value={reason}
          onValue={setReason}
          maxLength={2000}
          rows={3}
          error={isChecked && !reason.trim() ? 'Please give a reason' : undefined}
        />
        {error && <Banner tone="error">{messageOf(error, 'The account was not changed')}</Banner>}
        <DialogButtons cancel="Keep as it is" onCancel={onClose}>
          <Button
            type="submit"
            variant={kind === 'ban' ? 'danger' : 'primary'}
            isPending={isPending}
          >
            {button}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
