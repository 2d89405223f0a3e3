import { MailCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

/** What takes a form's place once it has done its work; the focus comes along. */
export function Thanks({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-3 py-4">
      <MailCheck aria-hidden className="size-8 text-success" />
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h2>
      <div className="text-ink-soft">{children}</div>
    </div>
  )
}
