import { sampleMail, templateNames } from '@hourspace/supabase/functions/_shared/mail/samples.ts'

/** Serves previews of the email templates with sample values: a list, and one page per template. */
export function createMailPreviews(siteUrl: string, basePath: string) {
  return {
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, searchParams } = new URL(request.url)
      const name = pathname.slice(basePath.length + 1)
      const mail = await sampleMail(name, siteUrl)
      if (mail && searchParams.has('text'))
        return new Response(mail.text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
      if (!mail && name) return new Response(null, { status: 404 })
      return new Response(mail ? mail.html : await list(siteUrl, basePath), {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    },
  }
}

async function list(siteUrl: string, basePath: string): Promise<string> {
  const items = templateNames.map(async (name) => {
    const path = `${basePath}/${name}`
    const mail = await sampleMail(name, siteUrl)
    const subject = mail?.subject.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<li><a href="${path}">${name}</a> (<a href="${path}?text">text</a>)<br><small>${subject}</small></li>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Email templates</title><style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 .75rem}</style><h1>Email templates</h1><p>Sample values; nothing is sent.</p><ul>${(await Promise.all(items)).join('')}</ul></html>`
}
