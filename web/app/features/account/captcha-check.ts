import { captchaUnavailable } from './captcha.ts'
import { openCaptchaPanel, type CaptchaPanel } from './captcha-panel.ts'
import type { Captcha } from './ways-in.ts'

const failed = 'The check that you are a person did not work. Please try again.'
const unanswered = 'Please finish the check that you are a person, then try again.'

/** As much of the providers' own interfaces as is used. */
type HCaptcha = {
  render(box: HTMLElement, options: Record<string, unknown>): string
  execute(id: string, options: { async: true }): Promise<{ response: string }>
  remove(id: string): void
}
type Turnstile = {
  render(box: HTMLElement, options: Record<string, unknown>): string
  execute(box: HTMLElement): void
  remove(id: string): void
}
const page = globalThis as {
  hcaptcha?: HCaptcha
  turnstile?: Turnstile
  captchaIsThere?: () => void
}

/** Asks for a proof; `remove` takes the widget away, answered or not. */
type Ask = (panel: CaptchaPanel, sitekey: string) => { answer: Promise<string>; remove(): void }

const askHCaptcha: Ask = ({ box, challengeBox, show }, sitekey) => {
  const hcaptcha = page.hcaptcha!
  const id = hcaptcha.render(box, {
    sitekey,
    size: 'invisible',
    'challenge-container': challengeBox.id,
    'open-callback': show,
  })
  const answer = hcaptcha.execute(id, { async: true }).then(
    ({ response }) => response,
    (reason: unknown) => {
      const isClosed = reason === 'challenge-closed' || reason === 'challenge-expired'
      throw new Error(isClosed ? unanswered : failed, { cause: reason })
    },
  )
  return { answer, remove: () => hcaptcha.remove(id) }
}

const askTurnstile: Ask = ({ box, show }, sitekey) => {
  const turnstile = page.turnstile!
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>()
  const id = turnstile.render(box, {
    sitekey,
    execution: 'execute',
    appearance: 'interaction-only',
    callback: resolve,
    'before-interactive-callback': show,
    'timeout-callback': () => reject(new Error(unanswered)),
    'unsupported-callback': () => reject(new Error(failed)),
    'error-callback': (code: unknown) => {
      reject(new Error(failed, { cause: code }))
      // Otherwise it complains to the console, and tries by itself.
      return true
    },
  })
  turnstile.execute(box)
  return { answer, remove: () => turnstile.remove(id) }
}

const providers: Record<string, { script: string; ask: Ask }> = {
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    ask: askHCaptcha,
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    ask: askTurnstile,
  },
}

/**
 * Shows that a person is there: mostly nothing is to be seen, and else they are asked in a panel above
 * everything. What it answers is good for one call. Throws in words for the person.
 */
export async function solveCaptcha({ provider: name, siteKey }: Captcha): Promise<string> {
  const provider = providers[name]
  if (!provider || !siteKey) throw new Error(captchaUnavailable)
  await load(provider.script)
  const panel = openCaptchaPanel()
  const stopped = panel.stopped.then(() => {
    throw new Error(unanswered)
  })
  const asked = provider.ask(panel, siteKey)
  try {
    return await Promise.race([asked.answer, stopped])
  } finally {
    asked.remove()
    panel.close()
  }
}

let loaded: Promise<void> | undefined

/** A script that did not arrive is asked for again the next time. */
function load(address: string): Promise<void> {
  loaded ??= fetchScript(address).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const patienceMs = 15_000

async function fetchScript(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(new Error(captchaUnavailable))
  page.captchaIsThere = resolve
  const script = document.createElement('script')
  script.src = `${address}&onload=captchaIsThere`
  script.addEventListener('error', giveUp)
  const timer = setTimeout(giveUp, patienceMs)
  document.head.append(script)
  try {
    await promise
  } catch (error) {
    script.remove()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
