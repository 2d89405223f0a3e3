/**
 * Remembers the results of costly work by key, the `size` latest used. Who asks for what is being
 * made waits for it; what fails is forgotten.
 */
export function oncePerKey<T>(size: number) {
  const known = new Map<string, Promise<T>>()
  return async (key: string, make: () => Promise<T>): Promise<T> => {
    const made = known.get(key) ?? make()
    known.delete(key)
    known.set(key, made)
    if (known.size > size) known.delete(known.keys().next().value ?? key)
    try {
      return await made
    } catch (reason) {
      known.delete(key)
      throw reason
    }
  }
}
