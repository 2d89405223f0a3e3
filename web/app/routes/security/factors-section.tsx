import { KeyRound, Smartphone } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { environment } from '#web/data/environment.ts'
import { failureText } from '#web/features/account/failure-texts.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AddApp, AddPhone } from './add-factor.tsx'
import { removeFactor } from './factors.ts'
import type { Factor, OwnAccount, secondSteps } from './own-account.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { focusSection, momentText, Section } from './section.tsx'

export function FactorsSection(props: {
  account: OwnAccount
  steps: Awaited<ReturnType<typeof secondSteps>>
  onChanged: () => void
}) {
  const { account, steps, onChanged } = props
  const { factors } = account
  const [adding, setAdding] = useState<'totp' | 'phone'>()
  const [isNew, setNew] = useState(false)
  const isRequired = useSession().profile?.is_admin && environment().secondFactorRequired

  function added() {
    setAdding(undefined)
    // Shows no success message for the first factor, because the new recovery codes already show
    // the success.
    setNew(factors.length === 0)
    if (factors.length > 0)
      showToast({ title: 'Your new verification method is on', tone: 'success' })
    onChanged()
  }
  function cancelled() {
    setAdding(undefined)
    document.getElementById('factors')?.focus()
  }
  const isBlocked = factors.length === 0 && !account.mayAddFactor
  const names = factors.map(({ name }) => name)

  return (
    <Section
      id="factors"
      title="Two-step verification"
      lead="You’ll also enter a code when you sign in, so a stolen password is not enough."
    >
      {factors.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isLast={factors.length === 1}
              onRemoved={onChanged}
            />
          ))}
        </ul>
      ) : (
        <p>
          <Badge>Off</Badge>
        </p>
      )}
      {isRequired && (
        <p>
          {factors.length === 0 ? (
            'As an admin, you need two-step verification before the admin pages open.'
          ) : (
            <TextLink to={paths.admin()}>Open the admin pages</TextLink>
          )}
        </p>
      )}
      {adding === 'totp' && <AddApp taken={names} onAdded={added} onCancel={cancelled} />}
      {adding === 'phone' && <AddPhone taken={names} onAdded={added} onCancel={cancelled} />}
      {!adding && isBlocked && (
        <p className="text-ink-soft">
          Before you turn it on, please <TextLink to="#email">confirm your email</TextLink> so that
          you can’t be locked out.
        </p>
      )}
      {!adding && !isBlocked && (
        <div className="flex flex-wrap gap-3">
          {steps.totp && (
            <Button variant="secondary" onPress={() => setAdding('totp')}>
              Add an authenticator app
            </Button>
          )}
          {steps.phone && (
            <Button variant="secondary" onPress={() => setAdding('phone')}>
              Add a phone
            </Button>
          )}
        </div>
      )}
      {factors.length > 0 && <RecoveryCodes isNew={isNew} onChanged={onChanged} />}
    </Section>
  )
}

function FactorRow(props: { factor: Factor; isLast: boolean; onRemoved: () => void }) {
  const { factor, isLast, onRemoved } = props
  const [isAsking, setAsking] = useState(false)
  const Icon = factor.kind === 'phone' ? Smartphone : KeyRound
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await removeFactor(factor.id)
      setAsking(false)
      showToast({ title: `${factor.name} was removed`, tone: 'success' })
      focusSection('factors')
      onRemoved()
    },
  })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{factor.name}</p>
        <p className="text-sm text-ink-soft">
          {factor.kind === 'phone' ? 'Codes by text message' : 'Codes from an app'} · Added{' '}
          {momentText(factor.createdAt.toISOString())}
        </p>
      </div>
      <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
        Remove<span className="sr-only"> {factor.name}</span>
      </Button>
      <AlertDialog
        title={`Remove ${factor.name}?`}
        isOpen={isAsking}
        confirmLabel="Remove"
        dismissLabel="Keep it"
        danger
        isPending={isPending}
        error={
          error
            ? (failureText(error) ??
              messageOf(error, `${factor.name} could not be removed. Please try again.`))
            : undefined
        }
        onConfirm={() => mutate()}
        onDismiss={() => setAsking(false)}
      >
        {isLast
          ? 'You’ll sign in with only your password, and your recovery codes will be deleted.'
          : 'You’ll no longer be able to sign in with its codes.'}
      </AlertDialog>
    </li>
  )
}
