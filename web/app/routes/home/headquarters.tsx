import { headquarters } from '#web/content/home.ts'
import { paths } from '#web/lib/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Who is behind it. */
export function Headquarters() {
  return (
    <section aria-labelledby="headquarters" className="border-y border-line bg-surface">
      <div className="page grid items-center gap-x-16 gap-y-8 py-12 sm:py-16 lg:grid-cols-2">
        <div className="flex flex-col items-start gap-4">
          <h2 id="headquarters" className="text-3xl">
            {headquarters.title}
          </h2>
          <p className="max-w-prose text-lg text-ink-soft">{headquarters.text}</p>
          <TextLink to={paths.about()}>About Hourspace</TextLink>
        </div>
        <dl className="grid grid-cols-3 divide-x divide-line">
          {headquarters.figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end px-3 sm:px-6">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-display text-3xl font-semibold text-accent-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
