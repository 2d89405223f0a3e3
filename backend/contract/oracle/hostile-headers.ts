import { hostileText } from './hostile-text.ts'
import type { Random } from './random.ts'

export function hostileHeaders(random: Random): Record<string, string> {
  const x = () => headerText(hostileText(random))
  const headers = random.list(1, 2, () =>
    random.pick<() => [string, string]>([
      () => ['prefer', x()],
      () => [
        'prefer',
        `${random.pick(['return', 'count', 'resolution', 'missing', 'handling', 'tx', 'timezone', 'max-affected'])}=${x()}`,
      ],
      () => ['prefer', `handling=strict, timezone=${x()}`],
      () => [
        'prefer',
        `return=representation, ${random.pick(['max-affected=0', 'handling=strict, max-affected=1', 'count=exact', 'count=planned', 'count=estimated', 'tx=rollback', 'missing=default', 'resolution=merge-duplicates'])}`,
      ],
      () => ['prefer', `count=${random.pick(['exact', 'planned', 'estimated'])}`],
      () => [
        'range',
        random.pick([
          x(),
          `${x()}-${x()}`,
          '0-0',
          '5-1',
          '0-99999999999999999999',
          '-5',
          'bytes=0-1',
        ]),
      ],
      () => ['range-unit', x()],
      () => ['accept', x()],
      () => [
        'accept',
        random.pick([
          'text/csv',
          'application/vnd.pgrst.object+json',
          'application/vnd.pgrst.plan+text',
          'application/vnd.pgrst.plan+json;options=analyze|verbose|settings|buffers|wal',
          `application/vnd.pgrst.plan+json;for="${x()}";options=${x()}`,
          'application/vnd.pgrst.array+json;nulls=stripped',
          'application/geo+json',
          'application/octet-stream',
          'text/xml',
        ]),
      ],
      () => [
        'accept-profile',
        random.pick([x(), 'secret', 'pg_catalog', 'auth', 'public', 'contract']),
      ],
      () => ['content-profile', random.pick([x(), 'secret', 'pg_catalog', 'public'])],
      () => [
        'content-type',
        random.pick([
          x(),
          'text/csv',
          'text/plain',
          'application/octet-stream',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'text/xml',
          'multipart/form-data; boundary=x',
        ]),
      ],
      () => ['x-custom', x()],
      () => ['cookie', x()],
    ])(),
  )
  return Object.fromEntries(headers)
}

function headerText(text: string): string {
  return text
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .trim()
    .slice(0, 4000)
}
