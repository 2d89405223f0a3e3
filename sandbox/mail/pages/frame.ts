import type { StoredMessage } from '../store.ts'

/** The mail's own HTML; its links open beside the outbox rather than inside the frame. */
export function framedHtml({ html, text }: StoredMessage): string {
  const base = '<base target="_blank" />'
  if (!html) return `<!doctype html>${base}<pre>${escaped(text)}</pre>`
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
