import { data } from 'react-router'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { type HostFigures, hostFigures, hostResponse, publicSpacesOfHost } from '#web/data/hosts.ts'
import { findHost, type Person } from '#web/data/space-details.ts'
import { withNextFree } from '#web/features/spaces/load-spaces.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'

/** Number of spaces that 'Show more' adds. */
const pageSize = 12

/** Maximum number of spaces on a host's page. */
const mostShown = 480

/** Loads the page of a host. Throws a 404 response for users without a listed space. */
export async function loadHost(id: string, url: URL) {
  const client = serverClient()
  if (!isUuid(id)) throw data('Host not found', { status: 404 })
  const asked = Number(url.searchParams.get('shown'))
  const shown = Number.isSafeInteger(asked)
    ? Math.min(Math.max(asked, pageSize), mostShown)
    : pageSize
  const [host, response, figures, spaces] = await Promise.all([
    findHost(client, id),
    hostResponse(client, id),
    hostFigures(client, id),
    publicSpacesOfHost(client, id, shown).then((spaces) => withNextFree(client, spaces)),
  ])
  if (!host || figures.spaces === 0) throw data('Host not found', { status: 404 })
  const { siteUrl } = publicEnvironment()
  return {
    host,
    response,
    figures,
    spaces,
    more: figures.spaces > shown && shown < mostShown ? shown + pageSize : null,
    structured: structuredHost(host, figures, siteUrl),
  }
}

function structuredHost(host: Person, figures: HostFigures, siteUrl: string): object {
  const url = `${siteUrl}${paths.host(host.id)}`
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    dateCreated: host.created_at,
    mainEntity: {
      '@type': 'Person',
      name: host.full_name ?? 'Host',
      ...(host.bio && { description: host.bio }),
      ...(host.avatar_url && { image: new URL(host.avatar_url, url).href }),
      ...(host.languages.length > 0 && { knowsLanguage: host.languages }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CreateAction',
        userInteractionCount: figures.spaces,
      },
    },
  }
}
