export type Finding = { state: 'ok' | 'warning' | 'error'; message: string }

export const ok = (message: string): Finding => ({ state: 'ok', message })
export const warning = (message: string): Finding => ({ state: 'warning', message })
export const error = (message: string): Finding => ({ state: 'error', message })

/** Tolerated difference between two clocks, in milliseconds. */
export const maxClockSkewMs = 30_000
