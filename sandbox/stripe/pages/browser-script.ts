import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { Hono } from 'hono'

/** The modules in `browser/`, in order: each module comes after the modules that it imports. */
const moduleNames = [
  'card-format',
  'styles',
  'card-fields',
  'sandbox-element',
  'card-element',
  'wallet-element',
  'elements',
  'api',
  'stripe',
]

/** Serves a replacement for Stripe's script from js.stripe.com. */
export function createBrowserScript(): Hono {
  let script: Promise<string> | undefined
  const app = new Hono()
  app.get('/stripe.js', async (c) => {
    script ??= buildScript()
    return c.body(await script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })
  return app
}

/** Concatenates the modules into one script. Top-level names must be unique across modules. */
async function buildScript(): Promise<string> {
  const folder = new URL('../browser/', import.meta.url)
  const sources = await Promise.all(
    moduleNames.map((name) => readFile(new URL(`${name}.ts`, folder), 'utf8')),
  )
  const plain = sources.map((source) =>
    stripTypeScriptTypes(source)
      .replaceAll(/^import [^;]*?from '[^']+'\s*?$/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${plain.join('\n')}})()\n`
}
