import { data } from 'react-router'
import type { Route } from './+types/release'
import { company } from '@hourspace/domain/company.ts'
import { press } from '#web/content/press/press.ts'
import { releases } from '#web/content/press/releases.server.ts'
import { publicEnvironment } from '#web/data/backend.server.ts'
import { Day, PageHeader } from '#web/features/content/page-header.tsx'
import { Prose } from '#web/features/content/prose.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

export function loader({ params }: Route.LoaderArgs) {
  const release = releases.find(({ slug }) => slug === params.slug)
  if (!release) throw data('Press release not found', { status: 404 })
  return { release, siteUrl: publicEnvironment().siteUrl }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `Press release not found · ${company.name}` }]
  const { release, siteUrl } = loaderData
  const path = paths.pressRelease(release.slug)
  return pageMeta(
    {
      title: release.title,
      description: release.summary,
      path,
      trail: [
        { name: press.title, path: paths.press() },
        { name: release.title, path },
      ],
      structured: {
        '@type': 'NewsArticle',
        headline: release.title,
        description: release.summary,
        datePublished: release.published,
        url: `${siteUrl}${path}`,
        author: { '@type': 'Organization', name: company.name, url: siteUrl },
      },
    },
    matches,
  )
}

export default function PressRelease({ loaderData: { release } }: Route.ComponentProps) {
  return (
    <div className="page py-10 sm:py-14">
      <article className="mx-auto flex max-w-4xl flex-col gap-10">
        <PageHeader
          crumbs={[{ label: press.title, to: paths.press() }]}
          title={release.title}
          lead={release.summary}
        >
          <p className="text-sm text-ink-faint">
            <Day date={release.published} />
          </p>
        </PageHeader>
        <div className="text-lg">
          <Prose blocks={release.body} />
        </div>
        <footer className="border-t border-line pt-6">
          <h2 className="mb-3 text-xl">About {company.name}</h2>
          <Prose
            blocks={[
              `${company.name} is a marketplace for renting spaces by the hour: studios, event venues, offices, creative, meeting and photo spaces. The company is based in ${company.place}, has 50+ team members and serves 100K+ users.`,
              `Press contact: ${press.contact.name}, [${press.contact.email}](mailto:${press.contact.email})`,
            ]}
          />
        </footer>
      </article>
    </div>
  )
}
