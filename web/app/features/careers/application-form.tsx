import { useRef, type FormEvent } from 'react'
import type { Opening } from '#web/content/careers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldOrder, longestLetter } from './application-draft.ts'
import { ResumeField } from './resume-field.tsx'
import { useApplication } from './use-application.ts'

/** Applies for an opening. Loaded when somebody wants to. */
export default function ApplicationForm({
  opening,
  onSent,
}: {
  opening: Opening
  onSent: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, errors, failure, progress, change, attach, send } = useApplication(
    opening.slug,
    onSent,
  )
  const isSending = progress !== null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const refused = await send()
    const first = fieldOrder.find((field) => refused[field])
    const field = form.current?.querySelector(`[data-field=${first}]`)
    field?.querySelector<HTMLElement>('input:not([type=file]), textarea, button')?.focus()
  }

  const common = { isRequired: true, validationBehavior: 'aria' } as const
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Application: ${opening.title}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <div data-field="name">
        <TextField
          {...common}
          label="Name"
          autoComplete="name"
          maxLength={120}
          value={draft.name}
          onChange={(name) => change({ name })}
          errorMessage={errors.name}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <div data-field="email">
          <TextField
            {...common}
            label="E-mail"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.email}
            onChange={(email) => change({ email })}
            errorMessage={errors.email}
          />
        </div>
        <div data-field="phone">
          <TextField
            validationBehavior="aria"
            label="Phone (optional)"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={draft.phone}
            onChange={(phone) => change({ phone })}
            errorMessage={errors.phone}
          />
        </div>
      </div>
      <div data-field="letter">
        <TextArea
          {...common}
          label="Letter"
          description="Why this work, and what you would bring to it. Half a page is plenty."
          rows={8}
          maxLength={longestLetter}
          value={draft.letter}
          onChange={(letter) => change({ letter })}
          errorMessage={errors.letter}
        />
      </div>
      <ResumeField
        file={draft.resume}
        error={errors.resume}
        onChange={(file) => void attach(file)}
      />
      {failure && <Banner tone="error">{failure}</Banner>}
      {isSending && (
        <progress
          aria-label="Sending the application"
          value={progress}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken accent-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
      )}
      <Button type="submit" isPending={isSending} pendingText="Sending...">
        Send application
      </Button>
    </form>
  )
}
