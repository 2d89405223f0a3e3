import { FileText, X } from 'lucide-react'
import { type SubmitEvent, useId, useRef } from 'react'
import type { Opening } from '#web/content/careers.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlainInput, PlainTextArea } from '#web/ui/plain-field.tsx'
import {
  type ApplicationDraft,
  longestLetter,
  resumeHint,
  resumeTypes,
} from './application-draft.ts'
import { useApplication } from './use-application.ts'

export default function ApplicationForm(props: { opening: Opening; onSent: () => void }) {
  const { opening, onSent } = props
  const form = useRef<HTMLFormElement>(null)
  const { draft, errors, failure, progress, change, attach, send } = useApplication(
    opening.slug,
    onSent,
  )
  const isSending = progress !== null

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending) return
    focusFirstInvalid(form.current, await send())
  }

  const field = (name: Exclude<keyof ApplicationDraft, 'resume'>) => ({
    name,
    value: draft[name],
    error: errors[name],
    onValue: (text: string) => change({ [name]: text }),
  })

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Application: ${opening.title}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
    >
      <PlainInput {...field('name')} label="Name" autoComplete="name" maxLength={120} />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainInput
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <PlainInput
          {...field('phone')}
          label="Phone"
          isOptional
          type="tel"
          autoComplete="tel"
          maxLength={40}
        />
      </div>
      <PlainTextArea
        {...field('letter')}
        label="Cover letter"
        description="Why do you want this job, and what would you bring to it? Half a page is plenty."
        rows={8}
        maxLength={longestLetter}
      />
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

const sizeFormat = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

function ResumeField(props: {
  file: File | null
  error: string | undefined
  onChange: (file: File | null) => void
}) {
  const { file, error, onChange } = props
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
      <AlertText id={problem}>{error}</AlertText>
    </fieldset>
  )
}
