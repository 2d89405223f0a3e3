import { FileText, X } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import type { Opening } from '#web/content/careers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { fieldOrder, longestLetter, resumeHint, resumeTypes } from './application-draft.ts'
import { useApplication } from './use-application.ts'

/** The job application form, loaded on demand. */
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
    const control = `[name=${first}], [data-field=${first}] button`
    form.current?.querySelector<HTMLElement>(control)?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Application: ${opening.title}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <PlainField label="Name" name="name" error={errors.name}>
        {(control) => (
          <input
            {...control}
            autoComplete="name"
            maxLength={120}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </PlainField>
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainField label="Email" name="email" error={errors.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="email"
              maxLength={254}
              value={draft.email}
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
          )}
        </PlainField>
        <PlainField label="Phone" name="phone" isOptional error={errors.phone}>
          {(control) => (
            <input
              {...control}
              type="tel"
              autoComplete="tel"
              maxLength={40}
              value={draft.phone}
              onChange={(event) => change({ phone: event.currentTarget.value })}
            />
          )}
        </PlainField>
      </div>
      <PlainField
        label="Cover letter"
        name="letter"
        description="Why do you want this job, and what would you bring to it? Half a page is plenty."
        error={errors.letter}
      >
        {(control) => (
          <textarea
            {...control}
            rows={8}
            maxLength={longestLetter}
            value={draft.letter}
            onChange={(event) => change({ letter: event.currentTarget.value })}
            className={cx(control.className, 'resize-y py-2.5')}
          />
        )}
      </PlainField>
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

type ResumeFieldProps = {
  file: File | null
  error: string | undefined
  /** The chosen résumé file, or null. */
  onChange: (file: File | null) => void
}

const sizeFormat = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** The résumé field, with buttons to choose, replace or remove a file. */
function ResumeField({ file, error, onChange }: ResumeFieldProps) {
  const hint = useId()
  const problem = useId()
  return (
    <fieldset data-field="resume" className="flex flex-col items-start gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Résumé</legend>
      {file && (
        <div className="flex w-full items-center gap-3 rounded-control bg-sunken py-1 pr-1 pl-4">
          <FileText aria-hidden className="size-5 shrink-0 text-accent-ink" />
          <span className="min-w-0 grow truncate font-medium">{file.name}</span>
          <span className="shrink-0 text-sm text-ink-soft tabular-nums">
            {sizeFormat.format(Math.max(file.size / (1024 * 1024), 0.1))}
          </span>
          <IconButton icon={X} label={`Remove ${file.name}`} onPress={() => onChange(null)} />
        </div>
      )}
      <FileButton
        variant="secondary"
        accept={resumeTypes}
        aria-describedby={`${hint} ${problem}`}
        onFile={onChange}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </FileButton>
      <p id={hint} className="text-sm text-ink-faint">
        {resumeHint}
      </p>
      <p id={problem} role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
