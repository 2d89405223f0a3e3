import { Armchair, KeyRound, type LucideIcon, Quote } from 'lucide-react'
import type { ReactNode } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { headquarters, owners, seekers, stories } from '#web/content/home.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function Closing() {
  return (
    <>
      <div className="page grid grid-cols-1 gap-4 wrap-anywhere sm:gap-6 lg:grid-cols-2">
        <Benefits {...seekers} icon={Armchair}>
          <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
        </Benefits>
        <Benefits {...owners} icon={KeyRound}>
          <LinkButton to={paths.createListing()} variant="secondary">
            List A Space
          </LinkButton>
        </Benefits>
      </div>
      <Headquarters />
      <SuccessStories />
    </>
  )
}

type BenefitsProps = (typeof seekers | typeof owners) & { icon: LucideIcon; children: ReactNode }

function Benefits({ title, benefits, icon: Icon, children }: BenefitsProps) {
  const id = title.replaceAll(' ', '-').toLowerCase()
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
          {title}
        </h2>
      </div>
      <dl className="flex flex-col divide-y divide-line">
        {benefits.map(({ title, text }) => (
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

function Headquarters() {
  return (
    <section aria-labelledby="headquarters" className="border-y border-line bg-surface">
      <div className="page grid grid-cols-1 items-center gap-x-10 gap-y-8 py-12 xl:gap-x-16 sm:py-16 lg:grid-cols-2">
        <div className="flex flex-col items-start gap-4">
          <h2 id="headquarters" className="text-3xl">
            {headquarters.title}
          </h2>
          <p className="max-w-prose text-lg text-ink-soft">{headquarters.text}</p>
          <TextLink to={paths.about()}>About {company.name}</TextLink>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] divide-x divide-line wrap-anywhere">
          {headquarters.figures.map(({ value, label }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end px-3 max-lg:first:pl-0 sm:px-6 lg:max-xl:px-3"
            >
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-display text-3xl font-semibold text-accent-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function SuccessStories() {
  return (
    <section aria-labelledby="success-stories" className="page flex flex-col gap-6">
      <h2 id="success-stories" className="text-3xl">
        Success Stories
      </h2>
      <ul className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        {stories.map(({ quote, who }) => (
          <li key={who}>
            <figure className="flex h-full flex-col gap-4 border-l-4 border-lamp pl-5 sm:pl-7">
              <Quote aria-hidden className="size-7 fill-lamp/30 text-lamp" />
              <blockquote className="font-display text-xl text-pretty">{quote}</blockquote>
              <figcaption className="mt-auto text-sm font-semibold text-ink-soft">{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
