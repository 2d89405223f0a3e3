import { ImagePlus } from 'lucide-react'
import { Button, DropZone, FileTrigger, type FileDropItem } from 'react-aria-components'
import { cx } from './cx.ts'

type FileDropProps = {
  /** What to give: 'Add photos'. */
  label: string
  /** What is accepted, in words. */
  hint: string
  /** MIME types, as `image/jpeg` or `image/*`. */
  accept: readonly string[]
  multiple?: boolean
  /** The files as given; whether they are accepted is the caller's to check. */
  onFiles: (files: File[]) => void
  className?: string
}

/** Takes files that are dropped, pasted or chosen. */
export function FileDrop({ label, hint, accept, multiple, onFiles, className }: FileDropProps) {
  const give = (files: File[]) => files.length > 0 && onFiles(multiple ? files : files.slice(0, 1))
  return (
    <DropZone
      aria-label={label}
      onDrop={async ({ items }) => {
        const dropped = items.filter((item): item is FileDropItem => item.kind === 'file')
        give(await Promise.all(dropped.map((item) => item.getFile())))
      }}
      className={cx(
        'flex rounded-card border-2 border-dashed border-line transition-colors duration-150',
        'data-drop-target:border-accent data-drop-target:bg-accent-soft',
        className,
      )}
    >
      <FileTrigger
        acceptedFileTypes={accept}
        allowsMultiple={multiple ?? false}
        onSelect={(files) => give(Array.from(files ?? []))}
      >
        <Button className="flex grow flex-col items-center justify-center gap-1 rounded-card px-4 py-8 text-center hover:bg-sunken">
          <ImagePlus aria-hidden className="mb-1 size-6 text-accent-ink" />
          <span className="font-semibold">{label}</span>
          <span className="text-sm text-ink-faint">{hint}</span>
        </Button>
      </FileTrigger>
    </DropZone>
  )
}
