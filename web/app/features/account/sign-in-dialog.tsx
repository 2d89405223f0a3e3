import { useEffect, useEffectEvent, useState } from 'react'
import { Modal } from '#web/ui/modal.tsx'
import type { Mode } from './authenticate.ts'
import { type AwaitedCode, CodeStep, MailCodeStep } from './code-step.tsx'
import { FactorStep } from './factor-step.tsx'
import { ForgotStep } from './forgot-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useSession } from './session.tsx'
import type { SignInRequest } from './sign-in.tsx'
import { signOut } from './sign-out.ts'
import { waysIn } from './ways-in.ts'

// With its code, so that the other ways in stand there from the first, and push nothing away.
void waysIn()

type Step = Mode | 'forgot' | 'mail-code' | AwaitedCode

const titles = {
  'sign-in': 'Sign In',
  'sign-up': 'Create an Account',
  forgot: 'Forgot your password?',
  'mail-code': 'Sign in with a code',
}

type SignInDialogProps = {
  /** Undefined when nobody asked, and only a second factor is awaited. */
  request: SignInRequest | undefined
  onClose: (isIn: boolean) => void
}

/** Every way into an account, a step at a time. Closed by its owner as soon as somebody is in. */
export default function SignInDialog({ request, onClose }: SignInDialogProps) {
  const { status, isHalfIn } = useSession()
  const [step, setStep] = useState<Step>(request?.mode ?? 'sign-in')
  const [email, setEmail] = useState(request?.email ?? '')
  const address = { email, onEmail: setEmail }
  const back = () => setStep('sign-in')

  // However it happened: here, by a mail's link, in another tab.
  const finish = useEffectEvent(() => onClose(true))
  useEffect(() => {
    if (status === 'signed-in') finish()
  }, [status])

  function dismiss() {
    // Half a sign-in is none.
    if (isHalfIn) void signOut()
    onClose(false)
  }

  if (isHalfIn) {
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
      {step === 'forgot' && <ForgotStep {...address} onBack={back} />}
      {step === 'mail-code' && (
        <MailCodeStep
          {...address}
          onMailed={() => setStep({ kind: 'email', before: 'mail-code' })}
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
