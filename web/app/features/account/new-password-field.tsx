import { useEnvironment } from '#web/data/use-environment.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

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

/** GoTrue's default minimum password length. */
const usualLength = 6

/** Returns the password rules. `minLength` is in characters. */
export function passwordRules(minLength: number = usualLength): string {
  return `At least ${minLength} characters. A few words in a row are easy to remember.`
}
