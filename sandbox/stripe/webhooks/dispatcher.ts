import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { StripeContext } from '../core/context.ts'

const concurrency = 4
const attemptTimeoutMs = 15_000

type Delivery = { seq: number; event: string; attempts: number }

type FlushOptions = {
  order: 'forward' | 'reverse'
  /** `times` is how often a flush delivers each event. */
  times: number
  /**
   * `held` selects events that were not delivered. `all` selects every event and sends delivered
   * events again.
   */
  which: 'held' | 'all'
  /** `most` is the maximum number of selected events. The newest events are selected first. */
  most: number
}

/** Sends each queued event until the receiver responds with 2xx. The queue survives restarts. */
export class WebhookDispatcher {
  readonly #context: StripeContext
  readonly #inFlight = new Map<number, Promise<void>>()
  readonly #stop = new AbortController()
  #running = false
  #timer: NodeJS.Timeout | undefined

  constructor(context: StripeContext) {
    this.#context = context
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  wake(): void {
    this.#wakeIn(0)
  }

  /** Sends the selected deliveries one after another, even if delivery is held or off. */
  async flush(options: FlushOptions): Promise<{ event: string; type: string; result: string }[]> {
    const filter = options.which === 'all' ? '' : "where state <> 'delivered'"
    const newest = this.#context.store.rows<Delivery>(
      `select * from deliveries ${filter} order by seq desc limit ?`,
      options.most,
    )
    const due = options.order === 'reverse' ? newest : newest.toReversed()
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
    const waiting = this.#context.store.rows<Delivery & { due_at: number }>(
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

  /**
   * Tries to send a delivery once. If this fails, the next attempt follows after 0.3 s, 0.6 s and
   * so on up to 5 s. After 20 attempts, the delay is one minute.
   */
  async #attempt(delivery: Delivery): Promise<string> {
    const result = await this.#post(this.#event(delivery))
    if (this.#stop.signal.aborted) return result
    const wait = delivery.attempts < 20 ? Math.min(300 * 2 ** delivery.attempts, 5_000) : 60_000
    this.#context.store.run(
      `update deliveries set attempts = attempts + 1, due_at = ?, last_result = ?,
         state = iif(?, 'delivered', state) where seq = ?`,
      Date.now() + wait,
      result,
      /^2\d\d$/.test(result) ? 1 : 0,
      delivery.seq,
    )
    return result
  }

  /** Sends an event to the platform endpoint, or an account's event to the Connect endpoint. */
  async #post(event: Stripe.EventBase): Promise<string> {
    const {
      webhookUrl,
      webhookSecret,
      connectWebhookSecret,
      deliver = fetch,
    } = this.#context.config
    const secret = event.account ? connectWebhookSecret : webhookSecret
    const body = JSON.stringify(event)
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(attemptTimeoutMs)])
    const request = new Request(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
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
    const event = this.#context.store.find<Stripe.EventBase>('event', delivery.event)
    if (!event) throw new Error(`event ${delivery.event} is queued but not stored`)
    return event
  }
}

/** Returns a promise that rejects on timeout, even if the receiver ignores the abort signal. */
function rejectionOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Returns a `Stripe-Signature` header. `timestamp` is real time in Unix seconds. */
function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
