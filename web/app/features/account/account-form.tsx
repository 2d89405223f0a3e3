import { type SubmitEvent, type ReactNode, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { failureText, weakPasswordReasons } from './failure-texts.ts'
import { missingName } from './name-field.tsx'

type AccountFormProps = {
  submit: string
  /** `work` runs on submit. If `work` throws, the form shows the error. */
  work: () => Promise<void>
  /** `children` renders the fields. It receives the error texts, keyed by control name. */
  children: (problems: Readonly<Record<string, string>>) => ReactNode
  foot?: ReactNode
}

function problemOf(input: HTMLInputElement): string {
  const { validity, type, labels, validationMessage, autocomplete } = input
  if (type === 'email') return 'Please enter an email address, such as ana@example.com'
  if (autocomplete === 'name') return missingName
  const name = labels?.[0]?.textContent.toLowerCase() ?? 'text'
  return validity.valueMissing ? `Please enter the ${name}` : validationMessage
}

/** A form that shows field errors at the fields and other errors above the submit button. */
export function AccountForm({ submit, work, children, foot }: AccountFormProps) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>()
  const [isPending, setPending] = useState(false)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const inputs = [...event.currentTarget.querySelectorAll('input')]
    const wrong = inputs.filter((input) => !input.validity.valid)
    setProblems(Object.fromEntries(wrong.map((input) => [input.name, problemOf(input)])))
    setFailure(undefined)
    wrong[0]?.focus()
    if (wrong.length > 0) return
    setPending(true)
    try {
      await work()
    } catch (reason) {
      const password = inputs.find(({ autocomplete }) => autocomplete === 'new-password')
      const weak = weakPasswordReasons(reason).join(' ')
      if (password && weak) {
        setProblems({ [password.name]: weak })
        password.focus()
      } else {
        setFailure(reason)
        // Selects the text of a rejected code, so that the user can type over it.
        const code = inputs.find(({ autocomplete }) => autocomplete === 'one-time-code')
        code?.focus()
        code?.select()
      }
    } finally {
      setPending(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      {children(problems)}
      <FailureBanner failure={failure} />
      <Button type="submit" wide isPending={isPending} className="mt-1">
        {submit}
      </Button>
      {foot}
    </form>
  )
}

export function FailureBanner(props: { failure: unknown; fallback?: string }) {
  const { failure, fallback = 'An error occurred' } = props
  if (failure === undefined || failure === null) return null
  const reasons = weakPasswordReasons(failure)
  return (
    <Banner tone="error">
      {reasons.length > 0 ? (
        // Lists why the password was rejected, instead of the general error message.
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p>{failureText(failure) ?? messageOf(failure, fallback)}</p>
      )}
    </Banner>
  )
}
