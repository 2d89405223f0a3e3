import { useState, type FormEvent } from 'react'
import { adminAddresses, demoAccounts } from '#web/content/accounts.ts'
import { useEnvironment } from '#web/data/use-environment.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { authenticate, type Mode } from './authenticate.ts'
import { passwordRules } from './password-rules.ts'
import { weaknesses } from './weak-password.ts'

const texts = {
  'sign-in': {
    title: 'Sign In',
    submit: 'Sign In',
    toggle: 'Create an Account',
    question: 'New to Hourspace?',
  },
  'sign-up': {
    title: 'Create an Account',
    submit: 'Create an Account',
    toggle: 'Sign In',
    question: 'Already have an account?',
  },
} satisfies Record<Mode, object>

/** E-mail and password, to sign in or to create an account. Closes on success. */
export default function SignInDialog({ onClose }: { onClose: (signedIn: boolean) => void }) {
  const [mode, setMode] = useState<Mode>('sign-in')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const [reasons, setReasons] = useState<string[]>([])
  const [mustConfirm, setMustConfirm] = useState(false)
  const text = texts[mode]
  const minLength = useEnvironment()?.passwordMinLength

  async function submit(event: FormEvent) {
    event.preventDefault()
    setError(undefined)
    setReasons([])
    setPending(true)
    try {
      if (await authenticate(mode, email.trim(), password)) onClose(true)
      else setMustConfirm(true)
    } catch (failure) {
      setError(messageOf(failure, 'An error occurred'))
      setReasons(weaknesses(failure))
    } finally {
      setPending(false)
    }
  }

  function toggle() {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setError(undefined)
    setReasons([])
  }

  if (mustConfirm) {
    return (
      <Modal title="Check your e-mail" isOpen onClose={() => onClose(false)}>
        <p>We sent a link to {email}. Follow it to confirm your account, then sign in.</p>
      </Modal>
    )
  }

  return (
    <Modal title={text.title} isOpen onClose={() => onClose(false)}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isRequired
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- A dialog puts the focus inside itself; here is where it is wanted.
          autoFocus
          description={
            adminAddresses.includes(email.trim().toLowerCase()) && (
              <span className="font-semibold text-accent-ink">Admin account</span>
            )
          }
        />
        <TextField
          // A hint that comes later than its field is not read out with it.
          key={mode}
          label="Password"
          type="password"
          name="password"
          autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
          value={password}
          onChange={setPassword}
          isRequired
          description={mode === 'sign-up' && passwordRules(minLength)}
        />
        {error && (
          <Banner tone="error">
            {/* The reasons say what the message says, and all of it. */}
            {reasons.length === 0 && <p>{error}</p>}
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </Banner>
        )}
        <Button type="submit" wide isPending={isPending} className="mt-1">
          {text.submit}
        </Button>
      </form>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {text.question}
        <Button variant="quiet" size="small" onPress={toggle} className="text-accent-ink!">
          {text.toggle}
        </Button>
      </p>
      <DemoHint />
    </Modal>
  )
}

function DemoHint() {
  if (!useEnvironment()?.demo) return null
  return (
    <p className="rounded-control bg-sunken px-4 py-3 text-sm text-ink-soft">
      Demo people: {demoAccounts.host} hosts, {demoAccounts.guest} books. Password{' '}
      <code className="text-ink">{demoAccounts.password}</code>
    </p>
  )
}
