import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { sampleMail, templateNames } from './samples.ts'

test.each(templateNames)(
  'the email template %s renders sample data as HTML and text',
  async (name) => {
    const log = vi.spyOn(console, 'error')
    const mail = (await sampleMail(name, 'http://localhost:3000'))!
    expect(mail.subject).not.toBe('')
    expect(mail.html).toContain('</h1>')
    // Emails load nothing from other sites, because such requests reveal who reads an email.
    expect(mail.html.replaceAll(/<a href="https:[^"]*"/g, '')).not.toMatch(
      /https?:\/\/(?!localhost|www\.w3\.org)/,
    )
    expect(log).not.toHaveBeenCalled()
    for (const part of [mail.subject, mail.html, mail.text])
      expect(part).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/)
  },
)

test('every kind of notification that the SQL schema emails has an email template', () => {
  const folder = new URL('../../../schemas/', import.meta.url)
  const kinds = globSync('*.sql', { cwd: folder })
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .flatMap((sql) => [...sql.matchAll(/public\.notify\(([^;]*?)(?=;)/g)])
    .filter(([, call = '']) => !call.includes("'{app}'"))
    .flatMap(([, call = '']) => [...call.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)])
    .map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter((kind) => !templateNames.includes(kind!))).toEqual([])
})
