import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SmtpMode } from './smtp.ts'
import type { MailStore } from './store.ts'

export type TextCredentials = { accountSid: string; authToken: string }

type TwilioResponse = { status: number; body: object }

/** Starts a fake of Twilio's API that stores text messages in the outbox. */
export async function listenForTexts(options: {
  store: MailStore
  credentials: TextCredentials
  mode: () => SmtpMode
}) {
  const { store, credentials, mode } = options
  const path = `/2010-04-01/Accounts/${credentials.accountSid}/Messages.json`
  const server = createServer((request, response) => {
    if (mode() === 'down') return void request.destroy()
    respond(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(body))
      },
      () => request.destroy(),
    )
  })

  async function respond(request: IncomingMessage): Promise<TwilioResponse> {
    if (!isSigned(request, credentials)) return errorResponse(401, 20003, 'Authenticate')
    if (request.method !== 'POST' || request.url !== path) {
      return errorResponse(404, 20404, `The requested resource ${request.url} was not found`)
    }
    const form = new URLSearchParams(await text(request))
    if (mode() === 'defer') return errorResponse(429, 20429, 'Too Many Requests')
    return storeText(store, credentials.accountSid, form, mode() === 'reject')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function storeText(
  store: MailStore,
  account: string,
  form: URLSearchParams,
  isRejecting: boolean,
): TwilioResponse {
  const to = form.get('To') ?? ''
  const from = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
  const body = form.get('Body') ?? ''
  if (isRejecting || !/^\+[1-9]\d{6,14}$/.test(to)) {
    return errorResponse(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
  }
  if (!from) return errorResponse(400, 21603, "A 'From' phone number is required.")
  if (!body) return errorResponse(400, 21602, 'Message body is required.')
  const sid = `SM${randomBytes(16).toString('hex')}`
  const [subject = ''] = body.split('\n')
  store.add(
    {
      kind: 'text',
      messageId: sid,
      from,
      to: [to],
      subject,
      text: body,
      html: '',
      headers: [],
      attachments: [],
    },
    Buffer.from(body),
  )
  return { status: 201, body: { sid, account_sid: account, to, from, body, status: 'queued' } }
}

function errorResponse(status: number, code: number, message: string): TwilioResponse {
  return { status, body: { code, message, status } }
}

function isSigned(request: IncomingMessage, { accountSid, authToken }: TextCredentials): boolean {
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  )
  const received = Buffer.from(request.headers.authorization ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
