import { onCloseRequest } from '#web/lib/close-requests.ts'
import { captchaUnavailable } from './captcha.ts'
import type { Captcha } from './auth-settings.ts'

const failed = 'We couldn’t verify that you are human. Please try again.'
const unanswered = 'Please complete the human verification, then try again.'

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

/**
 * Shows the CAPTCHA widget. `answer` resolves to the CAPTCHA token, and `remove` removes the
 * widget.
 */
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
      // Returning true suppresses Turnstile's default error handling, which would log and retry.
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
 * Returns a CAPTCHA token for one auth call. Throws an error with a message for the user if the
 * widget fails to load, or if the user fails or cancels the check.
 */
export async function solveCaptcha({ provider: name, siteKey }: Captcha): Promise<string> {
  const provider = providers[name]
  if (!provider || !siteKey) throw new Error(captchaUnavailable)
  await load(provider.script)
  const panel = openCaptchaPanel()
  const stopped = panel.stopped.then(() => {
    throw new Error(unanswered)
  })
  const challenge = provider.ask(panel, siteKey)
  try {
    return await Promise.race([challenge.answer, stopped])
  } finally {
    challenge.remove()
    panel.close()
  }
}

let loaded: Promise<void> | undefined

/** Loads a CAPTCHA script once. After a failed load, the next call tries again. */
function load(address: string): Promise<void> {
  loaded ??= fetchScript(address).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const loadTimeoutMs = 15_000

async function fetchScript(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(new Error(captchaUnavailable))
  page.captchaIsThere = resolve
  const script = document.createElement('script')
  script.src = `${address}&onload=captchaIsThere`
  script.addEventListener('error', giveUp)
  const timer = setTimeout(giveUp, loadTimeoutMs)
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

type CaptchaPanel = {
  box: HTMLElement
  challengeBox: HTMLElement
  show: () => void
  stopped: Promise<void>
  close: () => void
}

const hidden = ['invisible', 'pointer-events-none']

const panelHtml = `
  <div role="group" aria-labelledby="captcha-panel-text" tabindex="-1" class="flex max-h-full max-w-full flex-col items-center gap-3 overflow-auto rounded-sheet bg-raised p-5 shadow-floating outline-none">
    <p id="captcha-panel-text" class="font-semibold text-ink">Please verify that you are human</p>
    <div id="captcha-box"></div>
    <div id="captcha-challenge" class="max-w-full empty:hidden"></div>
    <button type="button" class="min-h-11 rounded-control px-4 font-semibold text-accent-ink hover:bg-sunken">Cancel</button>
  </div>`

/**
 * Adds a hidden panel above the page. Uses plain DOM instead of React, because any auth call may open it.
 */
function openCaptchaPanel(): CaptchaPanel {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const before = document.activeElement
  const panel = document.createElement('div')
  panel.className = 'fixed inset-0 z-70 grid place-items-center bg-scrim p-3'
  panel.classList.add(...hidden)
  panel.innerHTML = panelHtml
  const find = (selector: string) => panel.querySelector<HTMLElement>(selector)!
  find('button').addEventListener('click', () => stop())
  // Keeps the panel usable while a React Aria dialog makes the rest of the page inert.
  panel.dataset['reactAriaTopLayer'] = 'true'
  panel.addEventListener('keydown', (event) => {
    // Prevents the Escape key from also closing a dialog behind the CAPTCHA panel.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    stop()
  })
  document.body.append(panel)
  let stopCloseRequests = () => {}

  return {
    box: find('#captcha-box'),
    challengeBox: find('#captcha-challenge'),
    stopped,
    show: () => {
      panel.classList.remove(...hidden)
      stopCloseRequests()
      stopCloseRequests = onCloseRequest(() => stop())
      find('[role=group]').focus()
    },
    close: () => {
      const hadFocus = panel.contains(document.activeElement)
      stopCloseRequests()
      panel.remove()
      if (hadFocus && before instanceof HTMLElement) before.focus()
    },
  }
}
