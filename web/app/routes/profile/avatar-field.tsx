import { useId, useRef } from 'react'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { avatarHint, avatarTypes } from './avatar-check.ts'
import type { AvatarChoice } from './use-avatar.ts'

export function AvatarField({ avatar, name }: { avatar: AvatarChoice; name: string }) {
  const hintId = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const { preview, progress, error, hasFailed } = avatar

  function remove() {
    avatar.remove()
    // Moves the focus to the remaining button, because the pressed button disappears.
    field.current?.querySelector('button')?.focus()
  }

  return (
    <fieldset ref={field} className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <legend className="sr-only">Profile picture</legend>
      <Avatar name={name} src={preview} side={96} className="size-24 text-2xl!" />
      <div className="flex min-w-0 grow basis-44 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton
            variant="secondary"
            size="small"
            accept={avatarTypes}
            aria-describedby={hintId}
            onFile={(file) => void avatar.choose(file)}
          >
            {preview ? 'Change picture' : 'Upload picture'}
          </FileButton>
          {hasFailed && (
            <Button size="small" variant="secondary" onPress={avatar.retry}>
              Retry upload
            </Button>
          )}
          {preview && (
            <Button size="small" variant="quiet" onPress={remove}>
              Remove picture
            </Button>
          )}
        </div>
        <p id={hintId} className="text-sm text-ink-faint">
          {avatarHint}
        </p>
        {progress !== null && (
          <progress
            aria-label="Uploading the picture"
            value={progress}
            className="h-1.5 w-full max-w-60 appearance-none overflow-hidden rounded-full bg-sunken accent-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
          />
        )}
        <AlertText>{error}</AlertText>
      </div>
    </fieldset>
  )
}
