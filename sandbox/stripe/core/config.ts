export type StripeSandboxConfig = {
  /** SQLite file that keeps everything; ':memory:' for tests. */
  dataFile: string
  /** Where the host mounts the sandbox, without a trailing slash: http://localhost:3000/_sandbox/stripe */
  baseUrl: string
  secretKey: string
  publishableKey: string
  /** Signs deliveries, as an endpoint's whsec_… does. */
  webhookSecret: string
  webhookUrl: string
  /** Carries one webhook request; the global fetch unless the host delivers in-process. */
  deliver?: (request: Request) => Promise<Response>
}

/** The API version whose shapes the sandbox answers with: the one pinned by stripe 23.1.0. */
export const apiVersion = '2026-10-28.endive'
