import { Hono } from 'hono'
import { errorPage, postPage } from '../pages/layout.ts'
import { choosePage, type Fault } from '../pages/choose.ts'
import { findPerson, personOf, type Person } from '../people.ts'
import type { Client, IdentitySandboxConfig } from './config.ts'
import { readFault } from './faults.ts'
import type { Grants } from './grants.ts'

type Fields = Record<string, string>

const parameterNames = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]

/** Creates the OAuth authorization endpoint: https://www.rfc-editor.org/rfc/rfc6749#section-4.1 */
export function createAuthorize(
  config: IdentitySandboxConfig,
  grants: Grants,
  provider: { name: string; path: string; faults: readonly Fault[]; needsPkce: boolean },
): Hono {
  const { path } = provider
  const app = new Hono()
  app.get(path, (c) => {
    const request = pick(c.req.query(), parameterNames)
    const checked = check(config, request, provider.needsPkce)
    if ('error' in checked) return c.html(errorPage(checked.error), 400)
    return c.html(
      choosePage({
        provider: provider.name,
        application: checked.client.name,
        action: new URL(c.req.url).pathname,
        request,
        faults: provider.faults,
        fault: readFault(c.req.query('fault')) ?? '',
      }),
    )
  })

  app.post(path, async (c) => {
    const form = texts(await c.req.parseBody())
    const request = pick(form, parameterNames)
    const checked = check(config, request, provider.needsPkce)
    if ('error' in checked) return c.html(errorPage(checked.error), 400)
    const fault = readFault(form['fault'])
    const person = chosenPerson(form)
    const isDenied = form['cancel'] === 'true' || fault === 'access-denied'
    if (!isDenied && !person) return c.html(errorPage('No account was chosen.'), 400)
    const code = () =>
      grants.issueCode({
        client: checked.client,
        person: person!,
        redirectUri: request['redirect_uri']!,
        scope: request['scope'] ?? '',
        nonce: request['nonce'] || null,
        challenge: request['code_challenge'] || null,
        fault,
      })
    const response: Fields = isDenied
      ? { error: 'access_denied', error_description: 'The user denied access.' }
      : { code: fault === 'wrong-code' ? 'never-issued' : code() }
    if (request['state']) {
      response['state'] = fault === 'wrong-state' ? crypto.randomUUID() : request['state']
    }
    if (request['response_mode'] === 'form_post') {
      // Like Apple, sends the user's name in the authorization response, as the field `user`.
      if (person && request['scope']?.split(' ').includes('name')) {
        const [firstName, ...rest] = person.name.split(' ')
        response['user'] = JSON.stringify({ name: { firstName, lastName: rest.join(' ') } })
      }
      return c.html(postPage(request['redirect_uri']!, response))
    }
    const target = new URL(request['redirect_uri']!)
    for (const [name, value] of Object.entries(response)) target.searchParams.set(name, value)
    return c.redirect(target.href, 303)
  })
  return app
}

export function chosenPerson(form: Fields): Person | undefined {
  if (form['person']) return findPerson(form['person'])
  if (!form['email']) return undefined
  return personOf({
    name: form['name'] ?? '',
    email: form['email'],
    emailVerified: form['email_verified'] === 'true',
  })
}

function check(
  { clients }: IdentitySandboxConfig,
  request: Fields,
  needsPkce: boolean,
): { client: Client } | { error: string } {
  const client = clients.find(({ id }) => id === request['client_id'])
  if (!client) return { error: 'Unknown client_id.' }
  const target = request['redirect_uri'] ?? ''
  if (!URL.canParse(target) || !client.redirectUris.some((uri) => target.startsWith(uri))) {
    return { error: 'The redirect_uri is not registered for this client.' }
  }
  if (request['response_type'] !== 'code') return { error: 'Only response_type=code is supported.' }
  if (request['code_challenge'] && request['code_challenge_method'] !== 'S256') {
    return { error: 'Only code_challenge_method=S256 is supported.' }
  }
  if (needsPkce && !request['code_challenge']) return { error: 'A code_challenge is missing.' }
  return { client }
}

export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

export function texts(form: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(form).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}
