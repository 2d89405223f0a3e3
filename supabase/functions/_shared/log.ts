type Listener = (what: string, cause: unknown) => void

let listener: Listener = () => {}

/** Says who else hears of what is logged: whoever serves the functions may report it. */
export function onLoggedError(listen: Listener): void {
  listener = listen
}

/** One entry in the function's log. Never give it a token, a secret or a body. */
export function logError(what: string, cause: unknown): void {
  console.error(
    `${what}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  )
  listener(what, cause)
}
