import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { type Attachment, attachmentLinks } from '#web/data/messages.ts'

export function AttachmentItem({ file, userId }: { file: Attachment; userId: string }) {
  const { data: links } = useQuery(attachmentLinks(userId, file))
  const isImage = file.bucket === 'message-images'
  if (isImage)
    return (
      <a
        href={links?.url ?? undefined}
        target="_blank"
        rel="noreferrer"
        className="block overflow-hidden rounded-card bg-sunken"
      >
        {links?.thumbnail ? (
          <img
            src={links.thumbnail}
            alt={`${file.name}, opens in a new tab`}
            width={280}
            height={210}
            className="aspect-4/3 w-70 max-w-full object-cover"
          />
        ) : (
          <span className="block aspect-4/3 w-70 max-w-full">
            <span className="sr-only">{file.name}</span>
          </span>
        )}
      </a>
    )
  return (
    <a
      href={links?.url ?? undefined}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-2.5 rounded-card border border-line bg-surface px-3.5 py-2.5 hover:border-control"
    >
      <FileText aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{file.name}</span>
        <span className="text-sm text-ink-soft">
          {Math.max(1, Math.round(file.size / 1024)).toLocaleString('en-US')} KB
        </span>
      </span>
    </a>
  )
}
