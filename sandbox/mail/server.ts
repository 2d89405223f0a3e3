import { createOutbox } from './outbox.ts'
import { listenForMail, type SmtpCredentials, type SmtpMode } from './smtp.ts'
import { MailStore } from './store.ts'
import { listenForTexts, type TextCredentials } from './texts.ts'

export type MailSandboxConfig = {
  /** SQLite file that keeps everything; ':memory:' for tests. */
  dataFile: string
  /** Where the host mounts the pages, without a trailing slash: http://localhost:3000/_sandbox/outbox */
  baseUrl: string
  credentials: SmtpCredentials
  /** Of the account that texts are sent by. */
  textCredentials: TextCredentials
}

/**
 * A local mail server, and sender of texts, that delivers to a page. `fetch` answers requests below
 * the path of `baseUrl`; SMTP is answered on `smtpPort` of 127.0.0.1, Twilio's interface at `textsUrl`,
 * until `close`.
 */
export async function createMailSandbox(config: MailSandboxConfig) {
  const { dataFile, baseUrl, credentials, textCredentials } = config
  const store = new MailStore(dataFile)
  let mode: SmtpMode = 'accept'
  const smtp = await listenForMail({ store, credentials, mode: () => mode })
  const texts = await listenForTexts({
    store,
    credentials: textCredentials,
    mode: () => mode,
  })
  const base = new URL(baseUrl).pathname
  const app = createOutbox({
    store,
    base,
    mode: () => mode,
    setMode: (next) => {
      mode = next
    },
  })
  return {
    smtpPort: smtp.port,
    textsUrl: texts.url,
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    close: async (): Promise<void> => {
      await smtp.close()
      await texts.close()
      store.close()
    },
  }
}
