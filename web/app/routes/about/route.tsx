import { hostSharePercentage } from '@hourspace/domain/fees.ts'
import { figures, mission, team, values } from '#web/content/about.ts'
import { company } from '@hourspace/domain/company.ts'
import { PostPicture } from '#web/features/content/post-picture.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export const meta = staticMeta({
  title: 'About',
  description: mission,
  path: paths.about(),
  trail: [{ name: 'About', path: paths.about() }],
})

export default function About() {
  return (
    <div className="flex flex-col gap-16 py-14 sm:gap-24 sm:py-20">
      <div className="page grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <PageHeader title={company.tagline} lead={mission}>
          <div className="mt-2 flex flex-wrap gap-3">
            <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
            <LinkButton to={paths.careers()} variant="secondary">
              Work with us
            </LinkButton>
          </div>
        </PageHeader>
        <PostPicture
          slug="photograph-a-room"
          alt=""
          sizes="(min-width: 80rem) 33rem, (min-width: 64rem) 42vw, 92vw"
          isFirst
          className="aspect-16/10 rounded-sheet"
        />
      </div>

      <section aria-labelledby="values" className="page flex flex-col gap-8">
        <h2 id="values" className="text-3xl">
          What we value
        </h2>
        <ol className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {values.map(({ title, text }, index) => (
            <li key={title} className="flex gap-5 border-t border-line pt-6">
              <span
                aria-hidden
                className="font-display text-3xl font-semibold text-accent-ink tabular-nums"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="team" className="page flex flex-col gap-8">
        <div className="flex flex-col gap-3">
          <h2 id="team" className="text-3xl">
            Meet the founders
          </h2>
          <p className="max-w-prose text-ink-soft">
            They also write most of <TextLink to={paths.blog()}>our blog</TextLink>.
          </p>
        </div>
        <ul className="grid gap-6 sm:grid-cols-3">
          {team.map(({ id, name, role, text, picture }) => (
            <li key={id} className="overflow-hidden rounded-card border border-line bg-surface">
              <img
                src={picture}
                alt={`Illustrated portrait of ${name}`}
                width={240}
                height={240}
                loading="lazy"
                className="aspect-4/3 w-full bg-sunken object-cover object-center"
              />
              <div className="p-5 sm:p-6">
                <h3 className="text-xl">{name}</h3>
                <p className="text-sm font-semibold text-accent-ink">{role}</p>
                <p className="mt-3 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="company" className="border-y border-line bg-surface">
        <div className="page grid items-center gap-x-16 gap-y-8 py-12 sm:py-16 lg:grid-cols-2">
          <div className="flex flex-col gap-4">
            <h2 id="company" className="text-3xl">
              A tech company from {company.place}
            </h2>
            <p className="max-w-prose text-ink-soft">
              Owners keep {hostSharePercentage}%, $1M of liability insurance is part of every
              booking, and the calendar is always up to date. For facts and logos, see{' '}
              <TextLink to={paths.press()}>Press</TextLink>.
            </p>
          </div>
          <dl className="grid grid-cols-3 divide-x divide-line">
            {figures.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end px-3 sm:px-6">
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="font-display text-3xl font-semibold text-accent-ink">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </div>
  )
}
