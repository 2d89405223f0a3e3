import { FileText, X } from 'lucide-react'
import { useId } from 'react'
import { FileButton } from '#web/ui/file-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { resumeHint, resumeTypes } from './resume-check.ts'

type ResumeFieldProps = {
  file: File | null
  error: string | undefined
  /** The file as given, or none. */
  onChange: (file: File | null) => void
}

const sizeFormat = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** The résumé: a file that one chooses, changes or takes back. */
export function ResumeField({ file, error, onChange }: ResumeFieldProps) {
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
