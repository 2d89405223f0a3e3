import type { ReactNode } from 'react'
import type { Section } from '#web/content/blocks.ts'
import type { Policy } from '#web/content/policy.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { Prose } from '#web/features/content/prose.tsx'
import { cx } from '#web/ui/cx.ts'

type PolicyPageProps = {
  policy: Policy
  intro?: ReactNode
  children?: ReactNode
  /** `aside` follows the text; wide screens show it beside the text. */
  aside?: ReactNode
}

export function PolicyPage({ policy, intro, children, aside }: PolicyPageProps) {
  const { title, lead, updated, sections } = policy
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title={title} lead={lead} updated={updated}>
        {intro}
      </PageHeader>
      <div
        className={cx(
          'grid gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]',
          Boolean(aside) && 'xl:grid-cols-[13rem_minmax(0,1fr)_20rem] xl:gap-x-10',
        )}
      >
        <OnThisPage sections={sections} />
        <div className="flex flex-col gap-10">
          {sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="mb-4 text-2xl">
                {title}
              </h2>
              <Prose blocks={blocks} />
            </section>
          ))}
          {children}
        </div>
        {aside && <div className="lg:col-start-2 xl:col-start-3">{aside}</div>}
      </div>
    </div>
  )
}

function OnThisPage({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-labelledby="on-this-page" className="self-start lg:sticky lg:top-24 print:hidden">
      <h2 id="on-this-page" className="mb-1 font-sans text-sm font-semibold tracking-normal">
        On this page
      </h2>
      <ul className="border-l border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex min-h-9 items-center border-l border-transparent py-1 pl-4 text-sm text-ink-soft hover:border-accent hover:text-ink pointer-coarse:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
