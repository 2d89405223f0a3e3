import { useState, type SubmitEvent } from 'react'
import { callFunction, FunctionRefusal } from '#web/data/functions.ts'
import { failureText } from '#web/features/account/failure-texts.ts'
import { sendCode } from '#web/features/account/authenticate.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Errors = { credential?: string; confirmation?: string; form?: string }

type DeleteAccountDialogProps = {
  email: string
  /** `isSso` is true for a user of an SSO provider, who has no password here. */
  isSso: boolean
  onClose: () => void
  onDeleted: () => void
  onBlocked: () => void
}

/**
 * Dialog that deletes the account. The user must enter the word DELETE, and the password or an
 * emailed code. An SSO user must have signed in recently instead.
 */
export default function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { email, isSso, onClose, onDeleted, onBlocked } = props
  const [credential, setCredential] = useState('')
  const [isMailed, setMailed] = useState(false)
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [isPending, setPending] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const word = confirmation.trim().toUpperCase()
    const missing: Errors = {
      ...(!credential &&
        !isSso && { credential: `Please enter ${isMailed ? 'the code' : 'your password'}` }),
      ...(word !== 'DELETE' && { confirmation: 'Please type DELETE' }),
    }
    setErrors(missing)
    if (missing.credential || missing.confirmation || isPending) return
    setPending(true)
    try {
      const given = isMailed ? { code: credential.trim() } : { password: credential }
      await callFunction('delete-account', { ...(!isSso && given), confirmation: word })
      onDeleted()
    } catch (reason) {
      const code = reason instanceof FunctionRefusal ? (reason.code ?? '') : ''
      const message = messageOf(reason, 'Failed to delete your account')
      if (code === 'deletion_blocked') onBlocked()
      else
        setErrors(
          ['wrong_password', 'wrong_code'].includes(code)
            ? { credential: message }
            : { form: message },
        )
    } finally {
      setPending(false)
    }
  }

  async function emailCode() {
    setErrors({})
    setPending(true)
    try {
      await sendCode(email)
      setCredential('')
      setMailed(true)
    } catch (reason) {
      setErrors({ form: failureText(reason) ?? messageOf(reason, 'Failed to email you a code') })
    } finally {
      setPending(false)
    }
  }

  return (
    <Modal role="alertdialog" title="Delete your account?" isOpen onClose={onClose}>
      <p className="text-ink-soft">
        The account of <strong className="wrap-anywhere text-ink">{email}</strong> and everything
        listed above will be deleted immediately. This cannot be undone.
      </p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isSso ? (
          <p className="text-ink-soft">
            You sign in with your company. If you last signed in more than 10 minutes ago, please
            sign out and sign in again first.
          </p>
        ) : (
          <TextField
            // Uses different inputs for password and code, because browsers autofill them
            // differently.
            key={isMailed ? 'code' : 'password'}
            label={isMailed ? 'Code from the email' : 'Your password'}
            type={isMailed ? 'text' : 'password'}
            name={isMailed ? 'code' : 'password'}
            autoComplete={isMailed ? 'one-time-code' : 'current-password'}
            inputMode={isMailed ? 'numeric' : 'text'}
            value={credential}
            onChange={setCredential}
            errorMessage={errors.credential}
            isRequired
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- An opened dialog must focus its first field.
            autoFocus
          />
        )}
        {!isSso && !isMailed && (
          <Button
            variant="quiet"
            size="small"
            className="-my-2 -ml-3.5 self-start"
            isDisabled={isPending}
            onPress={() => void emailCode()}
          >
            No password? Email me a code
          </Button>
        )}
        <TextField
          label="Type DELETE to confirm"
          name="confirmation"
          autoComplete="off"
          spellCheck="false"
          value={confirmation}
          onChange={setConfirmation}
          errorMessage={errors.confirmation}
          isRequired
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- An opened dialog must focus its first field.
          autoFocus={isSso}
        />
        {errors.form && <Banner tone="error">{errors.form}</Banner>}
        <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" isPending={isPending} pendingText="Deleting...">
            Delete my account
          </Button>
        </div>
      </form>
    </Modal>
  )
}
