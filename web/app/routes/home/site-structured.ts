import { company } from '#web/content/company.ts'
import { paths } from '#web/lib/paths.ts'

/** The site with its search, and the company behind it, for search engines. */
export function siteStructured(siteUrl: string): object {
  const publisher = { '@id': `${siteUrl}/#organization` }
  return {
    '@graph': [
      {
        '@type': 'Organization',
        ...publisher,
        name: company.name,
        slogan: company.tagline,
        url: `${siteUrl}${paths.home()}`,
        logo: `${siteUrl}/favicon.svg`,
        email: company.email,
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        name: company.name,
        url: `${siteUrl}${paths.home()}`,
        publisher,
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${siteUrl}${paths.explore()}?q={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}
