import type { Route } from './+types/route'
import { Download } from 'lucide-react'
import { press } from '#web/content/press/press.ts'
import { releases } from '#web/content/press/releases.server.ts'
import { Day, PageHeader } from '#web/features/content/page-header.tsx'
import { Prose } from '#web/features/content/prose.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export function loader() {
  return releases.map(({ slug, title, summary, published }) => ({
    slug,
    title,
    summary,
    published,
  }))
}

export const meta = staticMeta({
  title: press.title,
  description: press.lead,
  path: paths.press(),
  trail: [{ name: press.title, path: paths.press() }],
})

export default function Press({ loaderData: releases }: Route.ComponentProps) {
  const { contact } = press
  return (
    <div className="page flex flex-col gap-16 py-14 sm:py-20">
      <PageHeader title="For journalists" lead={press.lead} />

      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <section aria-labelledby="releases">
          <h2 id="releases" className="text-2xl">
            Press releases
          </h2>
          <ul className="mt-5 divide-y divide-line border-y border-line">
            {releases.map(({ slug, title, summary, published }) => (
              <li key={slug} className="flex flex-col gap-1.5 py-6">
                <p className="text-sm text-ink-faint">
                  <Day date={published} />
                </p>
                <h3 className="text-xl">
                  <TextLink to={paths.pressRelease(slug)}>{title}</TextLink>
                </h3>
                <p className="text-ink-soft">{summary}</p>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="press-contact" className="self-start">
          <Card className="flex flex-col gap-2">
            <h2 id="press-contact" className="text-2xl">
              Press contact
            </h2>
            <p className="font-semibold">{contact.name}</p>
            <p className="text-ink-soft">{contact.text}</p>
            <a
              href={`mailto:${contact.email}?subject=Press`}
              className="inline-flex min-h-8 items-center self-start font-semibold text-accent-ink underline underline-offset-4"
            >
              {contact.email}
            </a>
          </Card>
        </section>
      </div>

      <section aria-labelledby="facts">
        <h2 id="facts" className="mb-5 text-2xl">
          Facts
        </h2>
        <div className="grid gap-x-14 lg:grid-cols-2">
          <Prose blocks={[{ facts: press.facts.slice(0, 6) }]} />
          <div className="-mt-px lg:mt-0">
            <Prose blocks={[{ facts: press.facts.slice(6) }]} />
          </div>
        </div>
      </section>

      <section aria-labelledby="brand" className="flex flex-col gap-6">
        <h2 id="brand" className="text-2xl">
          Logo
        </h2>
        <ul className="grid gap-5 sm:grid-cols-3">
          {press.assets.map((asset) => (
            <li key={asset.file}>
              <BrandAsset {...asset} />
            </li>
          ))}
        </ul>
        <Prose blocks={[{ list: press.rules }]} />
      </section>
    </div>
  )
}

/**
 * A downloadable logo. `ground` is the background for which the logo is designed, in light and in
 * dark mode.
 */
function BrandAsset({ name, file, ground }: (typeof press.assets)[number]) {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div
        className={cx(
          'flex h-40 shrink-0 items-center justify-center p-6',
          ground === 'light' ? 'bg-[#fbf7f4]' : 'bg-[#1d1416]',
        )}
      >
        <img
          src={file}
          alt={name}
          width={296}
          height={64}
          loading="lazy"
          className="h-full max-h-16 w-auto max-w-full"
        />
      </div>
      <div className="flex grow items-center justify-between gap-3 border-t border-line p-4">
        <p className="font-semibold">{name}</p>
        <a
          href={file}
          download
          aria-label={`Download ${name} as SVG`}
          className={buttonStyles({ variant: 'secondary', size: 'small' })}
        >
          <Download aria-hidden className="size-4" />
          SVG
        </a>
      </div>
    </div>
  )
}
