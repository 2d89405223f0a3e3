import { createOutbox } from './outbox.ts'
import { listenForMail, type SmtpCredentials, type SmtpMode } from './smtp.ts'
import { MailStore } from './store.ts'

export type MailSandboxConfig = {
  /** SQLite file that keeps everything; ':memory:' for tests. */
  dataFile: string
  /** Where the host mounts the pages, without a trailing slash: http://localhost:3000/_sandbox/outbox */
  baseUrl: string
  credentials: SmtpCredentials
}

/**
 * A local mail server that delivers to a page. `fetch` answers requests below the path of
 * `baseUrl`; SMTP is answered on `smtpPort` of 127.0.0.1 until `close`.
 */
export async function createMailSandbox({ dataFile, baseUrl, credentials }: MailSandboxConfig) {
  const store = new MailStore(dataFile)
  let mode: SmtpMode = 'accept'
  const smtp = await listenForMail({ store, credentials, mode: () => mode })
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
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    close: async (): Promise<void> => {
      await smtp.close()
      store.close()
    },
  }
}
