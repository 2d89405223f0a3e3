import { company } from '@hourspace/domain/company.ts'
import { hostSharePercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

/** Texts that the product's specification requires in the server-rendered HTML of each page. */
const words: Record<string, string[]> = {
  '/': [
    'For Space Seekers',
    'Save up to 70%',
    'Chat directly with the person',
    '$1M of liability insurance and secure payment processing are included.',
    'For Space Owners',
    `Keep ${hostSharePercentage}%`,
    `Our fee is ${platformFeePercentage}%.`,
    'to your bank account within 24 hours of each booking.',
    `Built in ${company.place}`,
    'platform uptime 24/7',
    'team members 50+',
    'users 100K+',
    'Photography studio owner',
    'Event planner',
  ],
  '/about': ['owners list studios', 'What we value', 'Meet the founders', company.place],
  '/contact': [
    company.email,
    'Monday to Friday, 9 AM to 6 PM PST',
    'General Support Billing Partnership',
    'Send Message',
  ],
  '/careers': ['4 openings', 'Apply Now'],
  '/press': ['Press releases'],
  '/help': [
    'Can I change a booking?',
    'When am I paid?',
    'Live chat is open Monday to Friday, 9 AM to 6 PM PST.',
  ],
  '/safety': ['$1M liability insurance'],
  '/cancellation': ['Flexible', 'Moderate', 'Strict', '24 hours or more before the start'],
  '/covid19': ['COVID-19 Response', 'For guests'],
  '/privacy': ['Account data', 'Law enforcement', 'Opt out of marketing'],
  '/cookies': ['Cookies'],
}

const buttons: [page: string, name: string, target: string][] = [
  ['/privacy', 'Contact Privacy Team', '/contact?subject=general'],
  ['/privacy', 'Manage Privacy Settings', '/privacy/settings'],
  ['/terms', 'Contact Legal Team', '/contact?subject=general'],
  ['/terms', 'Download Full Terms', '/terms.pdf'],
]

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

for (const [path, phrases] of Object.entries(words)) {
  test(`the server-rendered HTML of ${path} contains the required text and no sign-in state`, async ({
    request,
  }) => {
    const text = textOf(await (await request.get(path)).text())
    for (const phrase of phrases) expect.soft(text).toContain(phrase)
    // The server does not know the session when it renders public pages. The browser adds the
    // sign-in button later.
    expect(text).not.toContain('Sign In / Sign Up')
  })
}

for (const [path, name, target] of buttons) {
  test(`the link "${name}" on ${path} opens ${target}`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    const found = links.find(([, , inner = '']) => textOf(inner).trim() === name)
    expect(found?.[1]).toBe(target)
    expect((await request.get(target)).status()).toBe(200)
  })
}

test('the HTML of a space page has a back link, title, canonical URL and structured data', async ({
  request,
  clients,
}) => {
  const space = await listSpace(clients)
  const html = await (await request.get(space.path)).text()
  const back = /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Back to spaces<\/a>/s.exec(html)
  expect(back?.[1]).toBe('/')
  expect(html).toContain(`<title>${space.title}, Tokyo · ${company.name}</title>`)
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="http://[^/"]+${space.path}"`))
  const structured = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const instance = structured
    .map(([, json = '']) => JSON.parse(json) as { '@type': unknown; name?: string })
    .find(({ '@type': type }) => Array.isArray(type) && type.includes('EventVenue'))
  expect(instance?.name).toBe(space.title)
})
