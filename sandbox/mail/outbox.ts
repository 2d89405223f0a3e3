import { Hono } from 'hono'
import { z } from 'zod'
import { framedHtml, messagePage, missingPage } from './pages/message.ts'
import { listPage } from './pages/list.ts'
import { smtpModes, type SmtpMode } from './smtp.ts'
import type { MailStore } from './store.ts'

const controlSchema = z.strictObject({ smtp: z.enum(smtpModes) })

export type Outbox = {
  store: MailStore
  base: string
  mode: () => SmtpMode
  setMode: (mode: SmtpMode) => void
}

export function createOutbox(outbox: Outbox): Hono {
  const { store, base, mode, setMode } = outbox
  const app = new Hono().basePath(base)

  // Rejects cross-site posts, with which another site could clear the outbox.
  app.use('*', async (c, next) => {
    const from = c.req.header('sec-fetch-site')
    if (c.req.method === 'POST' && from && from !== 'same-origin' && from !== 'none')
      return c.text('Only pages of this site may do that.', 403)
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
  })

  app.get('/', async (c) => {
    const to = c.req.query('to') ?? ''
    const messages = await store.list({ to })
    return c.html(listPage({ ...outbox, messages, to, total: store.count() }))
  })
  app.get('/messages.json', async (c) => {
    const { to, subject } = c.req.query()
    return c.json({ messages: await store.list({ to, subject }) })
  })
  app.get('/revision.json', (c) => c.json({ revision: store.revision }))

  app.get('/messages/:id{[0-9]+}', async (c) => {
    const message = await store.find(Number(c.req.param('id')))
    return message ? c.html(messagePage(base, message)) : c.html(missingPage(base), 404)
  })
  app.get('/messages/:id{[0-9]+}/html', async (c) => {
    const message = await store.find(Number(c.req.param('id')))
    if (!message) return c.notFound()
    // The Content-Security-Policy blocks all scripts and remote content in the email.
    c.header(
      'Content-Security-Policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    )
    return c.html(framedHtml(message))
  })
  app.get('/messages/:id{[0-9]+}/source', (c) => {
    const source = store.source(Number(c.req.param('id')))
    if (!source) return c.notFound()
    return c.text(new TextDecoder().decode(source))
  })

  app.post('/control', async (c) => {
    const wish = controlSchema.safeParse(await c.req.json().catch(() => null))
    if (!wish.success) return c.json({ error: wish.error.issues[0]?.message }, 400)
    setMode(wish.data.smtp)
    return c.json({ smtp: mode() })
  })
  app.post('/clear', (c) => {
    store.clear()
    return c.redirect(base, 303)
  })
  return app
}
