import PostalMime, { type Address } from 'postal-mime'

/**
 * Parses only the fields that the list of emails shows. Parsing a whole email takes much longer.
 */
export async function parseHeader(source: Buffer) {
  const end = source.indexOf('\r\n\r\n')
  const mail = await PostalMime.parse(end < 0 ? source : source.subarray(0, end + 4))
  return { messageId: mail.messageId ?? '', from: spelled(mail.from), subject: mail.subject ?? '' }
}

export async function parseContent(source: Uint8Array) {
  const mail = await PostalMime.parse(source)
  return {
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'unnamed',
      mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

function spelled(address: Address | undefined): string {
  if (!address) return ''
  return address.name ? `${address.name} <${address.address}>` : (address.address ?? '')
}
