import type { Route } from './+types/terms-file'
import { terms } from '#web/content/terms.ts'
import { policyPdf } from './policy-pdf.server.ts'

let printed: Promise<Blob> | undefined

/** Serves /terms.pdf. The server renders the file once after each start. */
export async function loader({ request }: Route.LoaderArgs) {
  printed ??= policyPdf(terms).catch((cause: unknown) => {
    printed = undefined
    throw cause
  })
  const file = await printed
  const etag = `"terms-${terms.updated}-${file.size}"`
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="hourspace-terms.pdf"',
    'Cache-Control': 'public, max-age=3600',
    ETag: etag,
  }
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  return new Response(file, { headers })
}
