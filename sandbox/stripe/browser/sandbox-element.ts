type Listener = (event: object) => void

/** Base class of the fake's elements. Emits events and mounts the element in the page. */
export abstract class SandboxElement {
  readonly elementType: string
  abstract readonly root: HTMLElement
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #onDestroy: () => void
  #isReady = false

  constructor(elementType: string, onDestroy: () => void) {
    this.elementType = elementType
    this.#onDestroy = onDestroy
  }

  mount(target: string | HTMLElement): this {
    const host = typeof target === 'string' ? document.querySelector(target) : target
    if (!host)
      throw integrationError(
        `The selector you specified (${String(target)}) applies to no DOM elements.`,
      )
    host.replaceChildren(this.root)
    setTimeout(() => {
      this.#isReady = true
      this.emit('ready')
    })
    return this
  }

  on(name: string, listener: Listener): this {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    // Emits `ready` even to listeners that are added after mounting, because React adds its
    // listeners late.
    if (name === 'ready' && this.#isReady) setTimeout(() => listener(this.eventOf(name)))
    return this
  }

  once(name: string, listener: Listener): this {
    const once: Listener = (event) => {
      this.off(name, once)
      listener(event)
    }
    return this.on(name, once)
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.#listeners.get(name)?.delete(listener)
    else this.#listeners.delete(name)
    return this
  }

  unmount(): void {
    this.root.remove()
    this.#isReady = false
  }

  destroy(): void {
    this.unmount()
    this.#listeners.clear()
    this.#onDestroy()
  }

  protected emit(name: string, event: object = this.eventOf(name)): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event)
  }

  protected hasListener(name: string): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0
  }

  protected abstract eventOf(name: string): object
}

/** Returns an IntegrationError, which Stripe.js throws if a page uses its API incorrectly. */
export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}
