type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown }

/** Returns the value of a key in a map. Creates the value first if the key is missing. */
export function getOrCreate<K, V>(map: MapLike<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
