import { useRef, useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { demoAccounts } from '#web/content/accounts.ts'
import { useEnvironment } from '#web/data/use-environment.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AccountForm } from './account-form.tsx'
import type { AwaitedCode } from './code-step.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { authenticate, type SignInMode } from './authenticate.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'

const texts = {
  'sign-in': {
    submit: 'Sign In',
    question: `New to ${company.name}?`,
    toggle: 'Create an Account',
  },
  'sign-up': {
    submit: 'Create an Account',
    question: 'Already have an account?',
    toggle: 'Sign In',
  },
} satisfies Record<SignInMode, object>

type PasswordStepProps = {
  mode: SignInMode
  email: string
  onEmail: (email: string) => void
  onStep: (step: SignInMode | 'forgot' | 'email-code' | AwaitedCode) => void
  onGuest: (() => void) | undefined
}

export function PasswordStep({ mode, email, onEmail, onStep, onGuest }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const address = useRef<HTMLInputElement>(null)
  const text = texts[mode]

  async function enter() {
    const outcome = await authenticate(mode, email.trim(), password)
    if (outcome !== 'signed-in') onStep({ kind: outcome, before: mode })
  }

  return (
    <>
      {/* The key resets the form when the mode changes, so that errors do not carry over. */}
      <AccountForm key={mode} submit={text.submit} work={enter}>
        {({ email: emailError, password: error }) => {
          const field = { value: password, onChange: setPassword, error }
          return (
            <>
              <EmailField
                value={email}
                onChange={onEmail}
                error={emailError}
                takesFocus
                ref={address}
              />
              {mode === 'sign-up' ? (
                <NewPasswordField {...field} />
              ) : (
                <>
                  <PasswordField label="Password" autoComplete="current-password" {...field} />
                  <div className="-my-1 flex flex-wrap justify-between gap-x-4 gap-y-1">
                    <Quiet onPress={() => onStep('forgot')}>Forgot your password?</Quiet>
                    <Quiet onPress={() => onStep('email-code')}>Email me a code</Quiet>
                  </div>
                </>
              )}
            </>
          )
        }}
      </AccountForm>
      <OtherSignInMethods
        mode={mode}
        email={email}
        onAddressMissing={() => address.current?.focus()}
        onGuest={onGuest}
      />
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {text.question}
        <Button
          variant="quiet"
          size="small"
          onPress={() => onStep(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
          className="text-accent-ink!"
        >
          {text.toggle}
        </Button>
      </p>
      <DemoHint />
    </>
  )
}

function Quiet({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-8 rounded-small text-sm font-semibold text-accent-ink underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </button>
  )
}

function DemoHint() {
  if (!useEnvironment()?.demo) return null
  return (
    <p className="rounded-control bg-sunken px-4 py-3 text-sm text-ink-soft">
      Demo accounts: {demoAccounts.host} (host) and {demoAccounts.guest} (guest). Password:{' '}
      <code className="text-ink">{demoAccounts.password}</code>
    </p>
  )
}
