import { useEffect, useEffectEvent, useState } from 'react'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { SignInMode } from './authenticate.ts'
import { type AwaitedCode, CodeStep, MailCodeStep } from './code-step.tsx'
import { FactorStep } from './factor-step.tsx'
import { failureText } from './failure-texts.ts'
import { ForgotStep } from './forgot-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useSession } from './session.tsx'
import type { SignInRequest } from './sign-in.tsx'
import { signOut } from './sign-out.ts'
import { authSettings } from './auth-settings.ts'

// Preloads the auth settings, because sign-in buttons that appear later would move the form.
void authSettings()

type Step = SignInMode | 'forgot' | 'email-code' | AwaitedCode

const titles = {
  'sign-in': 'Sign In',
  'sign-up': 'Create an Account',
  forgot: 'Forgot your password?',
  'email-code': 'Sign in with a code',
}

type SignInDialogProps = {
  /**
   * The sign-in that a screen requested; undefined if the user only has to enter the second factor.
   */
  request: SignInRequest | undefined
  onClose: (isIn: boolean) => void
}

export default function SignInDialog({ request, onClose }: SignInDialogProps) {
  const { status, needsSecondFactor, isBanned } = useSession()
  const [step, setStep] = useState<Step>(request?.mode ?? 'sign-in')
  const [email, setEmail] = useState(request?.email ?? '')
  const address = { email, onEmail: setEmail }
  const back = () => setStep('sign-in')
  const sentence =
    request?.message ?? (request?.purpose && `Sign in or create an account ${request.purpose}.`)

  // Also closes the dialog after a sign-in in another tab or through an email link.
  const finish = useEffectEvent(() => onClose(true))
  useEffect(() => {
    if (status === 'signed-in') finish()
  }, [status])

  function dismiss() {
    // Closing the dialog at the second-factor step signs the user out.
    if (needsSecondFactor) void signOut()
    onClose(false)
  }

  if (needsSecondFactor) {
    return (
      <Modal title="One more step" isOpen onClose={dismiss}>
        <FactorStep />
      </Modal>
    )
  }
  if (typeof step === 'object') {
    return (
      <Modal title="Check your inbox" isOpen onClose={dismiss}>
        <CodeStep email={email} awaited={step} onChangeAddress={() => setStep(step.before)} />
      </Modal>
    )
  }
  return (
    <Modal title={titles[step]} isOpen onClose={dismiss}>
      {isBanned && (
        <div className="mb-4">
          <AlertText>{failureText({ code: 'user_banned' })}</AlertText>
        </div>
      )}
      {sentence && !isBanned && (step === 'sign-in' || step === 'sign-up') && (
        <p className="mb-4 text-ink-soft">{sentence}</p>
      )}
      {step === 'forgot' && <ForgotStep {...address} onBack={back} />}
      {step === 'email-code' && (
        <MailCodeStep
          {...address}
          onCodeSent={() => setStep({ kind: 'email', before: 'email-code' })}
          onBack={back}
        />
      )}
      {(step === 'sign-in' || step === 'sign-up') && (
        <PasswordStep
          {...address}
          mode={step}
          onStep={setStep}
          onGuest={request?.allowsGuest ? () => onClose(true) : undefined}
        />
      )}
    </Modal>
  )
}
