import { useEnvironment } from '#web/data/use-environment.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

/** A password to be: what it has to fulfil is said beside it. */
export function NewPasswordField(props: {
  label?: string
  name?: string
  value: string
  onChange: (password: string) => void
  error?: string | undefined
  isOptional?: boolean
  takesFocus?: boolean
}) {
  const { label = 'Password', ...field } = props
  const minLength = useEnvironment()?.passwordMinLength
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="new-password"
      description={passwordRules(minLength)}
    />
  )
}

/** What the backend asks for when nobody has set anything else. */
const usualLength = 6

/** What a new password has to be, told before one is refused. `minLength` in characters. */
export function passwordRules(minLength: number = usualLength): string {
  return `At least ${minLength} characters. A few words in a row are easy to keep in mind.`
}
