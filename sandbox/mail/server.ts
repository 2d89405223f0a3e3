import { createOutbox } from './outbox.ts'
import { listenForMail, type SmtpCredentials, type SmtpMode } from './smtp.ts'
import { MailStore } from './store.ts'
import { listenForTexts, type TextCredentials } from './texts.ts'

type MailSandboxConfig = {
  /** `dataFile` is the SQLite file with all state, or ':memory:' in tests. */
  dataFile: string
  /** `baseUrl` is the URL of the outbox pages, without a trailing slash. */
  baseUrl: string
  credentials: SmtpCredentials
  textCredentials: TextCredentials
}

/** Starts a fake SMTP server and SMS gateway on loopback ports. `fetch` serves the outbox. */
export async function createMailSandbox(config: MailSandboxConfig) {
  const { dataFile, baseUrl, credentials, textCredentials } = config
  const store = new MailStore(dataFile)
  let mode: SmtpMode = 'accept'
  const smtp = await listenForMail({ store, credentials, mode: () => mode })
  const texts = await listenForTexts({ store, credentials: textCredentials, mode: () => mode })
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
