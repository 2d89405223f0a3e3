import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { parseHeader } from './parse-mail.ts'
import type { MailStore } from './store.ts'

/**
 * `slow` accepts emails after 200 ms; `defer` rejects recipients with 451, `reject` with 550;
 * `down` rejects connections with 421.
 */
export const smtpModes = ['accept', 'slow', 'defer', 'reject', 'down'] as const

export type SmtpMode = (typeof smtpModes)[number]

export type SmtpCredentials = { user: string; pass: string }

const largestMessageBytes = 25 * 1024 * 1024

export async function listenForMail(options: {
  store: MailStore
  credentials: SmtpCredentials
  mode: () => SmtpMode
}) {
  const { store, credentials, mode } = options
  const server = new SMTPServer({
    name: 'outbox.localhost',
    banner: 'Outbox: nothing leaves this machine',
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    logger: false,
    size: largestMessageBytes,
    closeTimeout: 1000,
    onConnect: (_session, done) => done(mode() === 'down' ? smtpError(421, 'Closed') : null),
    onAuth: ({ username, password }, _session, done) =>
      username === credentials.user && password === credentials.pass
        ? done(null, { user: username })
        : done(smtpError(535, 'Unknown user or password')),
    onRcptTo: (_address, _session, done) => {
      if (mode() === 'defer') done(smtpError(451, 'Please try again later'))
      else if (mode() === 'reject') done(smtpError(550, 'No such mailbox'))
      else done()
    },
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      const delayMs = mode() === 'slow' ? 200 : 0
      keep(store, stream, recipients, delayMs).then(
        () => done(),
        (cause: unknown) => done(smtpError(554, String(cause))),
      )
    },
  })
  // Ignores socket errors, which occur when clients disconnect.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function keep(
  store: MailStore,
  stream: Readable,
  recipients: string[],
  delayMs: number,
): Promise<void> {
  const source = Buffer.concat(await stream.toArray())
  await setTimeout(delayMs)
  store.add({ kind: 'mail', to: recipients, ...(await parseHeader(source)) }, source)
}
