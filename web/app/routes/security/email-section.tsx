import { useMutation } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { AccountForm, FailureBanner } from '#web/features/account/account-form.tsx'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { cancelEmailChange, changeEmail, resendEmailChange } from './change-account.ts'
import type { OwnAccount } from './own-account.ts'
import { VerifyEmail } from './verify-email.tsx'
import { Section } from './section.tsx'

export function EmailSection(props: { account: OwnAccount; onChanged: () => void }) {
  const { account, onChanged } = props
  const { email, newEmail, isEmailVerified, identities } = account
  const [isChanging, setChanging] = useState(false)
  const [next, setNext] = useState('')
  const [current, setCurrent] = useState('')
  // Asks for the password if the current email is unverified, because the backend sends no
  // confirmation email to an unverified email.
  const asksPassword = !isEmailVerified && identities.some(({ provider }) => provider === 'email')

  function close() {
    setChanging(false)
    focusHeading()
  }
  function onVerified() {
    focusHeading()
    onChanged()
  }
  async function change() {
    const requested = next.trim()
    // Rejects the current email as the new email, because the backend would accept it without an
    // error.
    if (requested.toLowerCase() === email.toLowerCase())
      throw new Error('This is already your email. Please enter another.')
    const outcome = await changeEmail(requested, current)
    setNext('')
    setCurrent('')
    close()
    if (outcome === 'changed') showToast({ title: 'Your email was changed', tone: 'success' })
    onChanged()
  }

  const { mutate: cancel, ...cancelling } = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: (emailNow) => {
      if (emailNow === email) showToast({ title: 'Your email stays the same', tone: 'success' })
      else
        showToast({
          title: emailNow
            ? `Your email had already changed to ${emailNow}`
            : 'The change was cancelled, unless it was already confirmed',
          tone: 'info',
        })
      focusHeading()
      onChanged()
    },
  })

  const changeButton = !isChanging && (
    <Button variant="secondary" className="self-start" onPress={() => setChanging(true)}>
      Use a different email
    </Button>
  )
  return (
    <Section
      id="email"
      title="Email"
      lead="You sign in with it, and we send codes and receipts to it."
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <strong className="wrap-anywhere">{email}</strong>
        {isEmailVerified ? (
          <Badge tone="success">
            <BadgeCheck aria-hidden className="size-4" />
            Confirmed
          </Badge>
        ) : (
          <Badge tone="caution">Not confirmed yet</Badge>
        )}
      </p>
      {newEmail && (
        <>
          <Banner tone="info">
            Your email will change to <strong className="wrap-anywhere">{newEmail}</strong> once you
            follow the links we emailed there and to {email}. Until then, nothing changes.
          </Banner>
          <div className="flex max-w-md flex-col gap-3">
            <ResendButton label="Send the emails again" resend={() => resendEmailChange(email)} />
            <Button variant="quiet" wide isPending={cancelling.isPending} onPress={() => cancel()}>
              Cancel email change
            </Button>
            <FailureBanner failure={cancelling.error} />
          </div>
        </>
      )}
      {!isEmailVerified && <VerifyEmail onVerified={onVerified} beside={changeButton} />}
      {isEmailVerified && changeButton}
      {isChanging && (
        <div className="max-w-md">
          <AccountForm
            submit="Change email"
            work={change}
            foot={
              <Button variant="quiet" wide onPress={close}>
                Keep my current email
              </Button>
            }
          >
            {(problems) => (
              <>
                <PlainField label="New email" name="new_email" error={problems['new_email']}>
                  {(control) => (
                    <input
                      {...control}
                      type="email"
                      autoComplete="email"
                      autoCapitalize="none"
                      spellCheck={false}
                      value={next}
                      onChange={(event) => setNext(event.currentTarget.value)}
                      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user opened this form by pressing a button.
                      autoFocus
                    />
                  )}
                </PlainField>
                {asksPassword && (
                  <PasswordField
                    label="Current password"
                    name="password_for_address"
                    autoComplete="current-password"
                    value={current}
                    onChange={setCurrent}
                    error={problems['password_for_address']}
                  />
                )}
              </>
            )}
          </AccountForm>
        </div>
      )}
    </Section>
  )
}

/** Moves the focus to the heading, because the focused form is about to disappear. */
function focusHeading() {
  document.getElementById('email')?.focus()
}
