import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(LinkedText, null, text))

const link = (url: string) =>
  `<a href="${url}" target="_blank" rel="noopener noreferrer nofollow" class="underline underline-offset-2">${url}</a>`

test.each([
  ['Door: https://maps.example/a?b=1#c.', `Door: ${link('https://maps.example/a?b=1#c')}.`],
  ['(see http://a.example/x) 😀', `(see ${link('http://a.example/x')}) 😀`],
  [
    'https://a.example\nhttps://b.example',
    `${link('https://a.example')}\n${link('https://b.example')}`,
  ],
  // Phones capitalize the first letter of a message and write curly quotes.
  ['Https://a.example', link('Https://a.example')],
  ['“https://a.example/x”…', `“${link('https://a.example/x')}”…`],
  ['‘https://a.example’', `‘${link('https://a.example')}’`],
  ['See https://a.example/Hall_(room).', `See ${link('https://a.example/Hall_(room)')}.`],
  ['(https://a.example/Hall_(room))', `(${link('https://a.example/Hall_(room)')})`],
  ['[https://a.example/x?b[]=1], ok', `[${link('https://a.example/x?b[]=1')}], ok`],
  ['https://a.example/b[1])', `${link('https://a.example/b[1]')})`],
  ['https://... and http://)', 'https://... and http://)'],
  ['javascript:alert(1) and ftp://a.example', 'javascript:alert(1) and ftp://a.example'],
  ['<b>no tags</b>', '&lt;b&gt;no tags&lt;/b&gt;'],
])('a message shows the web addresses of %j as links', (text, expected) => {
  expect(html(text)).toBe(expected)
})
