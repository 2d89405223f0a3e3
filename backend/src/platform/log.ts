export type Log = {
  info(message: string, facts?: Record<string, unknown>): void
  error(message: string, cause: unknown): void
}

/** Logs JSON lines to standard error. Never log a token, a password or a body. */
export function createLog(
  level: 'silent' | 'error' | 'info',
  onError: (message: string, cause: unknown) => void = () => {},
): Log {
  const write = (kind: string, message: string, facts: Record<string, unknown>) =>
    process.stderr.write(
      `${JSON.stringify({ at: new Date().toISOString(), kind, message, ...facts })}\n`,
    )
  return {
    info: (message, facts = {}) => {
      if (level === 'info') write('info', message, facts)
    },
    error: (message, cause) => {
      onError(message, cause)
      if (level === 'silent') return
      write('error', message, {
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      })
    },
  }
}
