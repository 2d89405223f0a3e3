import { pino } from 'pino'

export type LogLevel = 'silent' | 'error' | 'info'

export type Log = {
  info(message: string, facts?: Record<string, unknown>): void
  error(message: string, cause: unknown): void
}

/**
 * Creates a log that writes JSON lines to standard error. Callers must not log tokens, passwords or
 * bodies.
 */
export function createLog(
  level: LogLevel,
  onError: (message: string, cause: unknown) => void = () => {},
): Log {
  const logger = pino(
    {
      level,
      messageKey: 'message',
      errorKey: 'cause',
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    process.stderr,
  )
  return {
    info: (message, facts = {}) => logger.info(facts, message),
    error: (message, cause) => {
      onError(message, cause)
      logger.error({ cause: cause instanceof Error ? cause : String(cause) }, message)
    },
  }
}
