import type Stripe from 'stripe'
import type { World } from '../core/call.ts'
import { signatureHeader } from './signature.ts'

const concurrency = 4
const attemptTimeoutMs = 15_000

type Delivery = {
  seq: number
  event: string
  attempts: number
}

type FlushOptions = {
  order: 'forward' | 'reverse'
  /** How often each event is sent. */
  times: number
  /** `held` (what was never delivered) or `all` (what was delivered before as well). */
  which: 'held' | 'all'
}

/** Sends queued events until each is answered with 2xx. What is queued outlives the process. */
export class WebhookDispatcher {
  readonly #world: World
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #stop = new AbortController()
  #running = false
  #timer: NodeJS.Timeout | undefined

  constructor(world: World) {
    this.#world = world
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  /** Looks for due deliveries soon; never in the caller's own turn. */
  wake(): void {
    this.#wakeIn(0)
  }

  /** Sends now, one after the other and in the asked order, whatever the mode. */
  async flush(options: FlushOptions): Promise<{ event: string; type: string; result: string }[]> {
    const filter = options.which === 'all' ? '' : "where state <> 'delivered'"
    const order = options.order === 'reverse' ? 'desc' : 'asc'
    const due = this.#world.store.rows<Delivery>(
      `select * from deliveries ${filter} order by seq ${order}`,
    )
    const sent = []
    for (const delivery of due) {
      for (let time = 0; time < options.times; time += 1) {
        const result = await this.#attempt(delivery)
        sent.push({ event: delivery.event, type: this.#event(delivery).type, result })
      }
    }
    return sent
  }

  async close(): Promise<void> {
    this.#running = false
    clearTimeout(this.#timer)
    this.#stop.abort()
    await Promise.all(this.#inFlight.values())
  }

  #wakeIn(milliseconds: number): void {
    if (!this.#running) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#sendDue(), milliseconds)
    this.#timer.unref()
  }

  #sendDue(): void {
    if (!this.#running) return
    const waiting = this.#world.store.rows<Delivery & { due_at: number }>(
      "select * from deliveries where state = 'pending' order by due_at, seq limit ?",
      concurrency * 2,
    )
    for (const delivery of waiting.filter(({ seq }) => !this.#inFlight.has(seq))) {
      if (this.#inFlight.size >= concurrency) return
      const wait = delivery.due_at - Date.now()
      if (wait > 0) return this.#wakeIn(wait)
      const sending = this.#attempt(delivery).then(() => {
        this.#inFlight.delete(delivery.seq)
        this.wake()
      })
      this.#inFlight.set(delivery.seq, sending)
    }
  }

  /** Sends once and notes how it went; the next attempt waits 0.3 s, 0.6 s … 5 s, after twenty a minute. */
  async #attempt(delivery: Delivery): Promise<string> {
    const result = await this.#post(JSON.stringify(this.#event(delivery)))
    if (this.#stop.signal.aborted) return result
    const wait = delivery.attempts < 20 ? Math.min(300 * 2 ** delivery.attempts, 5_000) : 60_000
    this.#world.store.run(
      `update deliveries set attempts = attempts + 1, due_at = ?, last_result = ?,
         state = iif(?, 'delivered', state) where seq = ?`,
      Date.now() + wait,
      result,
      /^2\d\d$/.test(result) ? 1 : 0,
      delivery.seq,
    )
    return result
  }

  async #post(body: string): Promise<string> {
    const { webhookUrl, webhookSecret, deliver = fetch } = this.#world.config
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(attemptTimeoutMs)])
    const request = new Request(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, webhookSecret, Math.floor(Date.now() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      signal,
    })
    try {
      const response = await Promise.race([deliver(request), rejectionOn(signal)])
      response.body?.cancel().catch(() => {})
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  #event(delivery: Delivery): Stripe.EventBase {
    const event = this.#world.store.find<Stripe.EventBase>('event', delivery.event)
    if (!event) throw new Error(`event ${delivery.event} is queued but not stored`)
    return event
  }
}

/** A receiver in this process may not look at the signal, and must not hold the others up. */
function rejectionOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
