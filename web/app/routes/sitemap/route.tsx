import { company } from '@hourspace/domain/company.ts'
import { sitemapGroups } from '#web/content/sitemap.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Link } from '#web/ui/link.tsx'

export const meta = staticMeta({
  title: 'Sitemap',
  description: `Every page of ${company.name} at a glance: spaces, your account, company, support, legal, and popular cities.`,
  path: paths.sitemap(),
})

export default function Sitemap() {
  return (
    <div className="page flex flex-col gap-12 py-14 sm:py-20">
      <PageHeader title="Sitemap" lead={`Every page of ${company.name} at a glance.`} />
      <div className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(sitemapGroups).map(([title, links]) => (
          <section key={title} className="border-t border-line pt-5">
            <h2 className="mb-2 text-xl">{title}</h2>
            <ul className={links.length > 6 ? 'columns-2 gap-x-6' : undefined}>
              {links.map(([label, to]) => (
                <li key={label}>
                  <Link
                    to={to}
                    className="inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
