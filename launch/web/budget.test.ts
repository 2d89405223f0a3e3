import { expect, test } from 'vitest'
import { weighPages, type BuildManifest } from './budget.ts'

/** Fake build output. Each file starts with its size in KiB. */
const files: Record<string, string> = {
  '/assets/entry.js': '10;import{a as b}from"./framework.js";',
  '/assets/framework.js': '90;',
  '/assets/root.js': '5;import{a}from"./framework.js";export{b}from"./link.js";',
  '/assets/link.js': '1;',
  '/assets/home.js': '5;import"./card.js";import("./dynamic.js");',
  '/assets/card.js': '3;',
  '/assets/dynamic.js': '500;',
  '/assets/chart.js': '60;',
}
const read = (file: string) => files[file] ?? ''
const weigh = (text: string) => Number.parseInt(text, 10) * 1024

const route = (id: string, more: { path?: string; parentId?: string; index?: boolean }) => ({
  id,
  module: `/assets/${id}.js`,
  imports: [],
  hasDefaultExport: id !== 'robots',
  ...more,
})
const manifest: BuildManifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
  routes: {
    root: route('root', { path: '' }),
    home: route('home', { parentId: 'root', index: true }),
    robots: route('robots', { parentId: 'root', path: 'robots.txt' }),
    chart: route('chart', { parentId: 'root', path: 'admin' }),
  },
}
const budget = { publicKiB: 165, privateKiB: 230, private: ['/admin'] }

test('weighPages counts each statically imported file once and ignores dynamic imports', () => {
  expect(weighPages(manifest, budget, read, weigh)).toEqual([
    { route: '/admin', isPrivate: true, KiB: 10 + 90 + 5 + 1 + 60, limitKiB: 230 },
    { route: '/', isPrivate: false, KiB: 10 + 90 + 5 + 1 + 5 + 3, limitKiB: 165 },
  ])
})

test('a page that is listed as an exception in the budget has its own limit', () => {
  const [page] = weighPages(manifest, { ...budget, exceptions: { '/admin': 174 } }, read, weigh)
  expect(page).toMatchObject({ route: '/admin', limitKiB: 174 })
})

test('weighPages uses gzipped sizes by default', () => {
  const [page] = weighPages(manifest, budget, () => 'x'.repeat(100_000))
  expect(page?.KiB).toBeLessThan(1)
})
