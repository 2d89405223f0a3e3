import { createOutbox } from './outbox.ts'
import { listenForMail, type SmtpCredentials, type SmtpMode } from './smtp.ts'
import { MailStore } from './store.ts'
import { listenForTexts, type TextCredentials } from './texts.ts'

export type MailSandboxConfig = {
  /** SQLite file for all state; ':memory:' for tests. */
  dataFile: string
  /** URL of the outbox pages, without a trailing slash, such as http://localhost:3000/_sandbox/outbox */
  baseUrl: string
  credentials: SmtpCredentials
  /** Credentials for sending text messages. */
  textCredentials: TextCredentials
}

/**
 * Starts a fake SMTP server and SMS gateway that show all messages on the outbox page. `fetch` handles the pages below
 * the path of `baseUrl`. SMTP runs on `smtpPort` of 127.0.0.1 and the Twilio-compatible API at `textsUrl`, until
 * `close`.
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
