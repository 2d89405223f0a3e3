/** A pseudorandom number generator (mulberry32) that a seed makes reproducible. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  oneIn(times: number): boolean {
    return this.next() * times < 1
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(0, list.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  some<T>(list: readonly T[], most = list.length): T[] {
    const rest = [...list]
    const count = this.int(1, Math.min(most, rest.length))
    return Array.from({ length: count }, () => rest.splice(this.int(0, rest.length - 1), 1)).flat()
  }

  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.int(least, most) }, make)
  }
}
