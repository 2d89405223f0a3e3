import { ImagePlus } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { cx } from './cx.ts'
import { FileInput } from './file-button.tsx'

type FileDropProps = {
  label: string
  hint: string
  accept: readonly string[]
  multiple?: boolean
  onFiles: (files: File[]) => void
  className?: string
}

export function FileDrop({ label, hint, accept, multiple, onFiles, className }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isAimedAt, setAimedAt] = useState(false)

  function give(files: Iterable<File>) {
    const all = [...files]
    if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1))
  }

  /** Prevents the browser from opening the dropped file instead of the page. */
  function preventNavigation(event: DragEvent) {
    event.preventDefault()
    setAimedAt(event.type === 'dragover' && event.dataTransfer.types.includes('Files'))
  }

  return (
    <div
      onDragOver={preventNavigation}
      onDragLeave={preventNavigation}
      onDrop={(event) => {
        preventNavigation(event)
        give(event.dataTransfer.files)
      }}
      onPaste={(event) => give(event.clipboardData.files)}
      className={cx(
        'flex rounded-card border-2 border-dashed transition-colors duration-150',
        isAimedAt ? 'border-accent bg-accent-soft' : 'border-line',
        className,
      )}
    >
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="flex grow flex-col items-center justify-center gap-1 rounded-card px-4 py-8 text-center hover:bg-sunken"
      >
        <ImagePlus aria-hidden className="mb-1 size-6 text-accent-ink" />
        <span className="font-semibold">{label}</span>
        <span className="text-sm text-ink-faint">{hint}</span>
      </button>
      <FileInput ref={input} accept={accept} multiple={multiple ?? false} onFiles={give} />
    </div>
  )
}
