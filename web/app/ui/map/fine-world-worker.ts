import worldUrl from 'world-atlas/countries-10m.json?url'
import { type Bounds, cutWorld, readWorld, type Topology, type World } from './world.ts'

let loading: Promise<World> | undefined

async function loadFineWorld(): Promise<World> {
  const response = await fetch(worldUrl)
  if (!response.ok) throw new Error(`Failed to load fine coastlines (${response.status})`)
  return readWorld((await response.json()) as Topology)
}

addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Bounds>) => {
  try {
    port?.postMessage(cutWorld(await (loading ??= loadFineWorld()), data))
  } catch (error) {
    loading = undefined
    port?.postMessage({ error: String(error) })
  }
})
