import { useId, type Ref } from 'react'
import { adminAddresses } from '#web/content/accounts.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'

/** Field for the account's email. Shows the note 'Admin account' for the two admin emails. */
export function EmailField(props: {
  value: string
  onChange: (email: string) => void
  error?: string | undefined
  takesFocus?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const { value, onChange, error, takesFocus, ref } = props
  const isAdmin = adminAddresses.includes(value.trim().toLowerCase())
  return (
    <PlainInput
      label="Email"
      name="email"
      // Uses a generated id, because the page below the dialog may also have an email field.
      id={useId()}
      error={error}
      description={isAdmin && <span className="font-semibold text-accent-ink">Admin account</span>}
      ref={ref}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onValue={onChange}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- An opened dialog must focus its first field.
      autoFocus={takesFocus}
    />
  )
}

/** A hidden email field that tells password managers which account the form belongs to. */
export function KnownEmail({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
      className="sr-only"
    />
  )
}
