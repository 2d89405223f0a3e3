import type { ReactNode } from 'react'

export function MessagePage(props: {
  title: string
  description: string
  mark?: string | undefined
  children?: ReactNode
}) {
  return (
    <section className="page flex min-h-[65dvh] flex-col items-start justify-center gap-5 py-16">
      {props.mark && <p className="font-display text-xl text-accent-ink">{props.mark}</p>}
      <h1 className="max-w-prose text-4xl">{props.title}</h1>
      <p className="max-w-prose text-lg text-ink-soft">{props.description}</p>
      <div className="mt-3 flex flex-wrap gap-3">{props.children}</div>
    </section>
  )
}
