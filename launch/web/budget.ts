import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type ManifestRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  /** Whether the route renders a page; false for resource routes. */
  hasDefaultExport: boolean
  module: string
  imports: string[]
}

export type BuildManifest = {
  entry: { module: string; imports: string[] }
  routes: Record<string, ManifestRoute>
}

/** Limits in gzipped KiB of the JavaScript that the first view of a page loads. */
export type Budget = {
  publicKiB: number
  privateKiB: number
  private: string[]
  exceptions?: Record<string, number>
}

type Page = { route: string; isPrivate: boolean; KiB: number; limitKiB: number }

export function readManifest(clientDir: string): BuildManifest {
  const assets = join(clientDir, 'assets')
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error(`${assets} holds no manifest: run "npm run build".`)
  const text = readFileSync(join(assets, name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as BuildManifest
}

/**
 * Returns for each page the gzipped size of the JavaScript that its first view loads, largest
 * first. Counts the entry, the route modules and their static imports.
 */
export function weighPages(
  manifest: BuildManifest,
  budget: Budget,
  read: (file: string) => string,
  weigh: (text: string) => number = (text) => gzipSync(text).length,
): Page[] {
  const sizeOf = memo((file) => weigh(read(file)))
  const imported = memo((file) => staticImports(file, read(file)))
  const closure = (files: string[]) => {
    const all = new Set(files)
    for (const file of all) for (const next of imported(file)) all.add(next)
    return all
  }

  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  const pages = Object.values(manifest.routes).filter(
    (route) => route.hasDefaultExport && !parents.has(route.id) && (route.path || route.index),
  )
  return pages
    .map((page): Page => {
      const chain = lineage(page, manifest)
      const files = [manifest.entry, ...chain].flatMap(({ module, imports }) => [
        module,
        ...imports,
      ])
      let bytes = 0
      for (const file of closure(files)) bytes += sizeOf(file)
      const route = `/${chain.flatMap(({ path }) => path || []).join('/')}`
      const isPrivate = budget.private.includes(route)
      const limitKiB =
        budget.exceptions?.[route] ?? (isPrivate ? budget.privateKiB : budget.publicKiB)
      return { route, isPrivate, KiB: bytes / 1024, limitKiB }
    })
    .sort((one, other) => other.KiB - one.KiB)
}

function lineage(page: ManifestRoute, { routes }: BuildManifest): ManifestRoute[] {
  const parent = page.parentId === undefined ? undefined : routes[page.parentId]
  return parent ? [...lineage(parent, { routes } as BuildManifest), page] : [page]
}

function staticImports(file: string, text: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const found = text.matchAll(/(?:\bimport|\bfrom)\s*["'](\.\/[^"']+\.js)["']/g)
  return [...found].map(([, path = '']) => folder + path.slice(2))
}

function memo<T>(compute: (file: string) => T): (file: string) => T {
  const cache = new Map<string, T>()
  return (file) => {
    if (!cache.has(file)) cache.set(file, compute(file))
    return cache.get(file) as T
  }
}
