import { PlainField } from '#web/ui/plain-field.tsx'

/** Field for the name of a new second factor. */
export function NameField(props: {
  value: string
  onChange: (name: string) => void
  error?: string | undefined
}) {
  const { value, onChange, error } = props
  return (
    <PlainField
      label="Name"
      name="factor_name"
      description="A name you'll recognize, such as 'Work phone'."
      error={error}
    >
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          maxLength={60}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user opened this form by pressing a button.
          autoFocus
        />
      )}
    </PlainField>
  )
}

/** Returns a name that no other factor has: 'Authenticator app', then 'Authenticator app 2'. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`
  return name
}
