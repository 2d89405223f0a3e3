import { describe, expect, test } from 'vitest'
import { parseAccept } from './parse-accept.ts'

describe('parseAccept', () => {
  test.each([
    [null, 'array', 'application/json; charset=utf-8'],
    ['text/html, */*;q=0.8', 'array', 'application/json; charset=utf-8'],
    ['text/csv;q=0.1, application/json', 'array', 'application/json; charset=utf-8'],
    ['application/json;q=0.5, text/csv', 'csv', 'text/csv; charset=utf-8'],
    ['application/geo+json', 'geojson', 'application/geo+json; charset=utf-8'],
    ['application/vnd.pgrst.array', 'array', 'application/json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'object',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
  ])(
    'parseAccept maps %s to the representation %s with the content type %s',
    (header, kind, contentType) => {
      expect(parseAccept(header)).toMatchObject({ kind, contentType, plan: null })
    },
  )

  test('parseAccept reads the media type of the explained response from the `for` parameter of a plan media type', () => {
    const header =
      'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|analyze|nonsense'
    expect(parseAccept(header)).toMatchObject({
      kind: 'csv',
      contentType:
        'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
      plan: { format: 'json', options: ['analyze', 'verbose'] },
    })
    expect(parseAccept('application/vnd.pgrst.plan').plan?.format).toBe('text')
  })

  test.each([
    'image/png',
    'application/vnd.pgrst.plan+xml',
    'application/vnd.pgrst.plan; for="image/png"',
    'application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"',
  ])('parseAccept rejects %s with PGRST107', (header) => {
    expect(() => parseAccept(header)).toThrow(
      expect.objectContaining({ status: 406, code: 'PGRST107' }),
    )
  })
})
