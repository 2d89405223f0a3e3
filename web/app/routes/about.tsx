import type { Route } from './+types/about'
import { figures, mission, promises } from '#web/content/about.ts'
import { company } from '#web/content/company.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Tile } from '#web/ui/tile.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: 'About', description: mission, path: paths.about() }, matches)
}

export default function About() {
  return (
    <div className="page flex flex-col gap-14 py-14 sm:py-20">
      <header className="max-w-prose">
        <h1 className="text-4xl">{company.tagline}</h1>
        <p className="mt-6 text-lg text-ink-soft">{mission}</p>
      </header>

      <ul className="grid gap-x-10 gap-y-8 border-t border-line pt-10 md:grid-cols-3">
        {promises.map(({ title, text }) => (
          <li key={title}>
            <h2 className="text-xl">{title}</h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>

      <section aria-labelledby="company">
        <h2 id="company" className="text-2xl">
          A tech company from {company.place}
        </h2>
        <dl className="mt-5 grid gap-4 sm:grid-cols-3">
          {figures.map(({ label, value }) => (
            <Tile key={label} label={label} value={value} />
          ))}
        </dl>
        <LinkButton to={paths.explore()} className="mt-8">
          Explore Spaces
        </LinkButton>
      </section>
    </div>
  )
}
