import { useEnvironment } from '#web/data/use-environment.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { TextProps } from '#web/ui/plain-field.tsx'

export function NewPasswordField(
  props: Omit<TextProps, 'label' | 'description'> & { label?: string },
) {
  const minLength = useEnvironment()?.passwordMinLength
  return (
    <PasswordField
      label="Password"
      {...props}
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
