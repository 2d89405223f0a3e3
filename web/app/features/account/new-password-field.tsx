import { useEnvironment } from '#web/data/use-environment.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { TextProps } from '#web/ui/plain-field.tsx'

export function NewPasswordField(
  props: Omit<TextProps, 'label' | 'description'> & { label?: string },
) {
  const environment = useEnvironment()
  return (
    <PasswordField
      label="Password"
      {...props}
      autoComplete="new-password"
      description={passwordRules(environment?.passwordMinLength, environment?.passwordCharacters)}
    />
  )
}

const usualLength = 8

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes the password rules. A password needs a character from each set in `sets`. */
export function passwordRules(minLength: number = usualLength, sets: string[] = []): string {
  const kinds = sets.length > 0 ? `, with ${list.format(sets.map(kindOf))}` : ''
  return `At least ${minLength} characters${kinds}. Several unrelated words are hard to guess.`
}

function kindOf(characters: string): string {
  const [hasSmall, hasLarge] = [/\p{Ll}/u.test(characters), /\p{Lu}/u.test(characters)]
  if (hasSmall && hasLarge) return 'a letter'
  if (hasSmall) return 'a lowercase letter'
  if (hasLarge) return 'an uppercase letter'
  return /\d/.test(characters) ? 'a number' : 'a symbol'
}
