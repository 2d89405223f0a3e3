import type { Hono } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { ownMetadata } from './service-provider.ts'

/** How long a downloaded file is good for. */
const downloadYears = 5

/** GET /sso/saml/metadata: what a company's administrators give their provider; `download=true` as a file. */
export function registerSamlMetadata(app: Hono, world: AuthWorld): void {
  app.get('/sso/saml/metadata', async (c) => {
    const metadata = await ownMetadata(world)
    if (c.req.query('download') !== 'true') {
      return answer(metadata, { 'Cache-Control': 'public, max-age=600' })
    }
    const until = new Date()
    until.setUTCFullYear(until.getUTCFullYear() + downloadYears)
    const lasting = metadata.replace(
      '<EntityDescriptor ',
      `<EntityDescriptor validUntil="${until.toISOString()}" `,
    )
    return answer(lasting, { 'Content-Disposition': 'attachment; filename="metadata.xml"' })
  })
}

function answer(xml: string, headers: Record<string, string>): Response {
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...headers },
  })
}
