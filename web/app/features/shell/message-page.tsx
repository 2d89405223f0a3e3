import type { ReactNode } from 'react'
import { PostPicture } from '#web/features/content/post-picture.tsx'

/** A page with one message. Wide screens show a decorative picture beside it. */
export function MessagePage(props: {
  title: string
  description?: string
  mark?: string | undefined
  children?: ReactNode
}) {
  return (
    <section className="page grid min-h-[65dvh] content-center items-center gap-x-14 py-16 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="flex min-w-0 flex-col items-start gap-5">
        {props.mark && <p className="font-display text-xl text-accent-ink">{props.mark}</p>}
        <h1 className="max-w-prose text-4xl">{props.title}</h1>
        {props.description && (
          <p className="max-w-prose text-lg text-ink-soft">{props.description}</p>
        )}
        <div className="mt-3 flex flex-wrap gap-3 self-stretch">{props.children}</div>
      </div>
      <PostPicture
        slug="no-double-bookings"
        alt=""
        sizes="(min-width: 80rem) 33rem, 42vw"
        className="aspect-16/10 rounded-sheet max-lg:hidden"
      />
    </section>
  )
}
