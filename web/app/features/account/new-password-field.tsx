import { useEnvironment } from '#web/data/use-environment.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { passwordRules } from './password-rules.ts'

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
