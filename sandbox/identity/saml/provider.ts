import { Hono } from 'hono'
import { chosenPerson, pick, texts } from '../core/authorize.ts'
import { postPage, errorPage } from '../pages/layout.ts'
import { choosePage } from '../pages/choose.ts'
import { people } from '../people.ts'
import { type SamlSandboxConfig, samlMetadata } from './config.ts'
import { readSamlFault, respond, respondWithError, samlFaults } from './response.ts'
import { parameterNames, readRequest } from './request.ts'

export function createSamlProvider(pagesUrl: string, config: SamlSandboxConfig): Hono {
  const app = new Hono()
  app.get('/saml/metadata', (c) =>
    c.body(samlMetadata(config, `${pagesUrl}/saml/sign-in`), 200, {
      'Content-Type': 'application/xml; charset=utf-8',
    }),
  )

  app.get('/saml/sign-in', (c) => {
    const fields = c.req.query()
    const request = readRequest(config, fields)
    if ('error' in request) return c.html(errorPage(request.error), 400)
    return c.html(
      choosePage({
        provider: config.company,
        application: config.application.name,
        action: new URL(c.req.url).pathname,
        request: pick(fields, parameterNames),
        accounts: people.filter(({ email }) => worksThere(config, email)),
        faults: samlFaults,
        fault: readSamlFault(fields['fault']) ?? '',
      }),
    )
  })

  app.post('/saml/sign-in', async (c) => {
    const form = texts(await c.req.parseBody())
    const request = readRequest(config, form)
    if ('error' in request) return c.html(errorPage(request.error), 400)
    const fault = readSamlFault(form['fault'])
    const person = chosenPerson(form)
    const isDenied = form['cancel'] === 'true' || fault === 'access-denied'
    if (!isDenied && !person) return c.html(errorPage('No account was chosen.'), 400)
    const response = isDenied
      ? respondWithError(config, request.id)
      : await respond(config, request.id, person!, fault)
    return c.html(
      postPage(config.application.acsUrl, {
        SAMLResponse: Buffer.from(response).toString('base64'),
        RelayState: form['RelayState'] ?? '',
      }),
    )
  })
  return app
}

function worksThere({ domains }: SamlSandboxConfig, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1))
}
