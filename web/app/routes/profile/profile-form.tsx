import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import {
  type ProfileDetails,
  profileDetailsOf,
  profileOf,
  saveProfile,
} from '#web/data/profiles.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainField, PlainTextArea } from '#web/ui/plain-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AvatarField } from './avatar-field.tsx'
import { longestName } from '#web/features/account/name-field.tsx'
import type { Profile } from '#web/features/account/profile.ts'
import { useChangeProfile, type User } from '#web/features/account/session.tsx'
import { LanguagesField } from './languages-field.tsx'
import { useAvatar } from './use-avatar.ts'

/** Maximum length of the bio, as in the constraint `profiles_bio_length`. */
const longestBio = 1000

/** The unsaved input of the profile form; null if the form is unchanged. */
export type UnsavedProfile = {
  /** `abandon` deletes an uploaded picture that was not saved. */
  abandon: () => void
} | null

export function ProfileForm(props: {
  user: User
  profile: Profile
  details: ProfileDetails
  onUnsaved: (unsaved: UnsavedProfile) => void
  onSaved: () => void
}) {
  const { user, profile, details, onUnsaved, onSaved } = props
  const [savedName, setSavedName] = useState(profile.full_name ?? '')
  const [name, setName] = useState(savedName)
  const [saved, setSaved] = useState(details)
  const [bio, setBio] = useState(details.bio)
  const [languages, setLanguages] = useState<readonly string[]>(details.languages)
  const avatar = useAvatar(user.id, profile.avatar_url)
  const changeProfile = useChangeProfile()
  const queryClient = useQueryClient()

  useEffect(() => {
    const isDirty =
      name.trim() !== savedName ||
      bio.trim() !== saved.bio ||
      languages.join() !== saved.languages.join() ||
      avatar.isDirty
    onUnsaved(isDirty ? { abandon: avatar.forgetUnsaved } : null)
  })

  // Clears the unsaved changes on unmount, so that a sign-out in another tab does not open the
  // dialog about unsaved changes.
  const gone = useEffectEvent(() => onUnsaved(null))
  useEffect(() => () => gone(), [])

  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const url = await avatar.waitForUpload()
      // Stops without another error message, because the avatar field already shows the upload's
      // error.
      if (url === false) return
      const full_name = name.trim() || null
      const now = { bio: bio.trim(), languages: [...languages] }
      await saveProfile(await browserClient(), user.id, { full_name, avatar_url: url, ...now })
      avatar.keep(url)
      setSavedName(full_name ?? '')
      setSaved(now)
      // Keeps what the user has typed while the form was saving.
      setName((typed) => (typed === name ? (full_name ?? '') : typed))
      setBio((typed) => (typed === bio ? now.bio : typed))
      queryClient.setQueryData(profileDetailsOf(user.id).queryKey, now)
      queryClient.setQueryData(
        profileOf(user.id).queryKey,
        (before) => before && { ...before, full_name, avatar_url: url },
      )
      changeProfile({ full_name, avatar_url: url })
      onSaved()
    },
  })

  return (
    <form
      aria-label="Profile"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <AvatarField avatar={avatar} name={name.trim() || user.email} />
      <PlainField
        label="Full Name"
        name="name"
        description="Guests see it on your spaces, and hosts see it on your bookings."
      >
        {(control) => (
          <input
            {...control}
            required={false}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={longestName}
          />
        )}
      </PlainField>
      <PlainField
        label="Email"
        name="email"
        description={
          user.isManagedByCompany ? (
            'You sign in with it. Your company manages it.'
          ) : (
            <>
              You sign in with it. Change it in <TextLink to={paths.security()}>Security</TextLink>.
            </>
          )
        }
      >
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="email"
            value={user.email}
            readOnly
            className={cx(control.className, 'bg-sunken!')}
          />
        )}
      </PlainField>
      <PlainTextArea
        label="About you"
        name="bio"
        isOptional
        description="Guests read it on your public page once you host a space."
        value={bio}
        onValue={setBio}
        maxLength={longestBio}
        rows={5}
      />
      <LanguagesField languages={languages} onChange={setLanguages} />
      {error && <Banner tone="error">{messageOf(error, 'Failed to update profile')}</Banner>}
      <Button
        type="submit"
        isPending={isPending}
        pendingText="Saving..."
        className="self-start max-sm:w-full"
      >
        Save Changes
      </Button>
    </form>
  )
}
