import { useId, type Ref } from 'react'
import { adminAddresses } from '#web/content/accounts.ts'
import { PlainField } from '#web/ui/plain-field.tsx'

/** The address that an account is known by. Marks the two of administrators. */
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
    <PlainField
      label="E-mail"
      name="email"
      // A dialog may stand over a page that asks for an address, too.
      id={useId()}
      error={error}
      description={isAdmin && <span className="font-semibold text-accent-ink">Admin account</span>}
    >
      {(control) => (
        <input
          {...control}
          ref={ref}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- A dialog puts the focus inside itself; here is where it is wanted.
          autoFocus={takesFocus}
        />
      )}
    </PlainField>
  )
}

/** Tells password managers whose password the form is about, where the address is known already. */
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
