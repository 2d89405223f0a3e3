import type { ReactNode } from 'react'

/** A page with one message. Wide screens show a decorative picture beside it. */
export function MessagePage(props: {
  title: string
  description?: string
  mark?: string | undefined
  children?: ReactNode
}) {
  return (
    <section className="page message-page">
      <div>
        {props.mark && <p className="font-display text-xl text-accent-ink">{props.mark}</p>}
        <h1 className="max-w-prose text-4xl">{props.title}</h1>
        {props.description && (
          <p className="max-w-prose text-lg text-ink-soft">{props.description}</p>
        )}
        <div className="mt-3 flex flex-wrap gap-3 self-stretch">{props.children}</div>
      </div>
    </section>
  )
}
