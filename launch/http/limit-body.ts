/** Forms of pages are short; files go to the storage and to functions, which have limits of their own. */
const largestFormBytes = 256 * 1024

/**
 * Refuses what is too long to be a form of a page before any of it is read: whoever reads a form reads
 * it whole, into memory. Null when the request may pass.
 */
export function refusedForm({ headers }: Request): Response | null {
  const length = headers.get('content-length')
  if (length === null && headers.has('transfer-encoding'))
    return new Response('Please say how long the form is.', { status: 411 })
  if (Number(length) > largestFormBytes)
    return new Response('This is longer than any form of ours.', { status: 413 })
  return null
}
