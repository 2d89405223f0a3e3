import type { ReactNode } from 'react'

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
      {/* Not a PostPicture, because the error page needs this file on every page. */}
      <img
        src="/images/post-no-double-bookings-1280.webp"
        alt=""
        width={1280}
        height={720}
        loading="lazy"
        className="aspect-16/10 w-full rounded-sheet bg-sunken object-cover max-lg:hidden"
      />
    </section>
  )
}
