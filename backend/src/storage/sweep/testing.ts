import type { Bytes, GrowingBytes } from '#backend/storage/bytes/bytes.ts'

/** A step of the place of bytes at which the process is to die, before or after it was done. */
export type Fault = { step: keyof Bytes | keyof GrowingBytes; when: 'before' | 'after' }

/**
 * Bytes in a process that dies: from the fault on nothing reaches the place any more, not even what is
 * meant to clean up.
 */
export function dyingAt(bytes: Bytes, { step, when }: Fault): Bytes {
  let isDead = false
  const dying = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value === 'object' && value !== null) return dying(value)
        if (typeof value !== 'function' || name === 'newTemporaryPath') return value
        return async (...args: unknown[]) => {
          if (isDead || (name === step && when === 'before')) {
            isDead = true
            throw new Error('The process is dead')
          }
          const result: unknown = await (value as (...all: unknown[]) => unknown)(...args)
          if (name !== step) return result
          isDead = true
          throw new Error('The process died')
        }
      },
    })
  return dying(bytes)
}
