/** A drawn picture that previews may keep for a day. */
export function jpegResponse(picture: Uint8Array<ArrayBuffer>): Response {
  return new Response(picture, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
    },
  })
}
