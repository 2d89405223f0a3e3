import { useQueryClient } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import { profileOf, saveProfile } from '#web/data/profiles.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { useChangeProfile } from './session.tsx'

/** Maximum length of a name, as in the constraint `profiles_full_name_length`. */
export const longestName = 120

export const missingName = 'Please enter your name'

/** Required field for the user's name, for forms that ask only users without a name. */
export function NameField(props: {
  value: string
  onChange: (name: string) => void
  description: string
  error?: string | undefined
}) {
  const { value, onChange, description, error } = props
  return (
    <PlainInput
      label="Your name"
      name="full_name"
      autoComplete="name"
      maxLength={longestName}
      // Rejects a name that contains only whitespace.
      pattern=".*\S.*"
      value={value}
      onValue={onChange}
      description={description}
      error={error}
    />
  )
}

/** Returns a function that saves the user's name and shows it on all screens. */
export function useSaveName(userId: string): (name: string) => Promise<void> {
  const changeProfile = useChangeProfile()
  const queryClient = useQueryClient()
  return async (name) => {
    const full_name = name.trim()
    await saveProfile(await browserClient(), userId, { full_name })
    queryClient.setQueryData(
      profileOf(userId).queryKey,
      (before) => before && { ...before, full_name },
    )
    changeProfile({ full_name })
  }
}
