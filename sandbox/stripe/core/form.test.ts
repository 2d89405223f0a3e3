import { expect, test } from 'vitest'
import { decodeForm } from './form.ts'

test.each([
  ['a=1&b=x+y%26z', { a: '1', b: 'x y&z' }],
  ['metadata[booking id]=7&metadata[b]=', { metadata: { 'booking id': '7', b: '' } }],
  ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['expand[0]=a&expand[1]=b', { expand: ['a', 'b'] }],
  ['card[networks][0][id]=1', { card: { networks: [{ id: '1' }] } }],
  ['', {}],
])('decodeForm decodes "%s" to %j', (encoded, expected) => {
  expect(JSON.parse(JSON.stringify(decodeForm(encoded)))).toEqual(expected)
})

test('a form parameter named __proto__ does not change any object prototype', () => {
  decodeForm('__proto__[polluted]=1&a[__proto__][polluted]=1')
  expect({}).not.toHaveProperty('polluted')
})
