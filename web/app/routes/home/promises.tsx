import { Armchair, KeyRound, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { owners, seekers } from '#web/content/home.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

type Side = typeof seekers | typeof owners

/** What both sides of the marketplace get out of it. */
export function Promises() {
  return (
    <div className="page grid gap-4 sm:gap-6 lg:grid-cols-2">
      <Panel side={seekers} icon={Armchair}>
        <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
      </Panel>
      <Panel side={owners} icon={KeyRound}>
        <LinkButton to={paths.createListing()} variant="secondary">
          List A Space
        </LinkButton>
      </Panel>
    </div>
  )
}

function Panel(props: { side: Side; icon: LucideIcon; children: ReactNode }) {
  const { side, icon: Icon, children } = props
  const id = side.title.replaceAll(' ', '-').toLowerCase()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-surface p-6 sm:p-9"
    >
      <div className="flex items-center gap-4">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden className="size-6" />
        </span>
        <h2 id={id} className="text-2xl">
          {side.title}
        </h2>
      </div>
      <dl className="flex flex-col divide-y divide-line">
        {side.benefits.map(({ title, text }) => (
          <div key={title} className="py-4 first:pt-0 last:pb-0">
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="mt-1 text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto">{children}</div>
    </section>
  )
}
