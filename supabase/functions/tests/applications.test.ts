import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { openMailbox } from './mailbox.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>
const companyEmail = company.email

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
})

afterAll(() => mailbox.stopServer())

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const docx = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' })
const withMacros = zip({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': '<w:document/>',
  'word/vbaProject.bin': 'x',
})
const odt = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' })

const applicant = () => `ana-${crypto.randomUUID().slice(0, 8)}@example.com`

async function apply(fields: Record<string, string | File | undefined>) {
  const form = new FormData()
  const given = {
    position: 'product-designer',
    name: 'Ana Costa',
    email: applicant(),
    letter: 'I draw rooms.',
    resume: new File([pdf], 'Ana Costa.pdf', { type: 'application/pdf' }),
    ...fields,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) form.set(name, value)
  const response = await fetch(`${market.server.url}/functions/v1/apply-for-job`, {
    method: 'POST',
    headers: { apikey: market.server.anonKey, 'x-forwarded-for': crypto.randomUUID() },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

async function applicationOf(email: string) {
  const [row] = await market.server.sql`
    select * from public.job_applications where email = ${email}`
  return row
}

async function storedFiles(): Promise<string[]> {
  const rows = await market.server.sql`
    select name from storage.objects where bucket_id = 'applications'`
  return rows.map((row) => String(row['name']))
}

test('apply-for-job stores the application and its résumé, and emails the admins and the applicant', async () => {
  const email = applicant()
  const answer = await apply({ email, phone: '+1 (813) 555-0134' })
  expect(answer).toEqual({ status: 200, body: { received: true } })
  const row = await applicationOf(email)
  expect(row).toMatchObject({ status: 'received', position: 'product-designer' })
  expect(await storedFiles()).toContain(row?.['resume_path'])

  const mail = await mailbox.arrived(companyEmail, 'Application for Product designer: Ana Costa')
  expect(mail.attachments).toEqual([
    { filename: 'Ana Costa.pdf', mimeType: 'application/pdf', size: pdf.length },
  ])
  expect(mail.text).toContain('> I draw rooms.')
  const acknowledged = await mailbox.arrived(email, 'We received your application')
  expect(acknowledged.text).not.toMatch(/draw|Ana|designer/)
})

test.each([
  ['Word', docx, 'cv.docx'],
  ['OpenDocument', odt, 'cv.odt'],
])('apply-for-job accepts a résumé as %s', async (_, bytes, name) => {
  const email = applicant()
  expect(await apply({ email, resume: new File([bytes], name) })).toMatchObject({ status: 200 })
  expect((await applicationOf(email))?.['resume_name']).toBe(name)
})

test('anonymous callers cannot read a résumé, but the service role can', async () => {
  const email = applicant()
  await apply({ email })
  const path = (await applicationOf(email))?.['resume_path']
  const ask = (key: string, door: string) =>
    fetch(`${market.server.url}/storage/v1/object/${door}applications/${path}`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
    }).then(({ status }) => status)
  expect(await ask(market.server.anonKey, '')).toBeGreaterThanOrEqual(400)
  expect(await ask(market.server.anonKey, 'public/')).toBeGreaterThanOrEqual(400)
  expect(await ask(market.server.serviceRoleKey, '')).toBe(200)
})

test.each([
  ['a program named cv.pdf', Buffer.from('MZ\u0090\u0000 this is no document'), 'cv.pdf'],
  ['an HTML page named cv.pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 'cv.pdf'],
  ['a ZIP archive without a Word document', zip({ 'readme.txt': 'hello' }), 'cv.docx'],
  ['a Word document with macros', withMacros, 'cv.docx'],
])('apply-for-job rejects %s and stores nothing', async (_, bytes, name) => {
  const before = await storedFiles()
  const email = applicant()
  const file = new File([bytes], name, { type: 'application/pdf' })
  expect(await apply({ email, resume: file })).toEqual({
    status: 400,
    body: {
      error: 'Please attach a PDF, Word (.docx) or OpenDocument (.odt) file',
      code: 'bad_file',
      field: 'resume',
    },
  })
  expect(await applicationOf(email)).toBeUndefined()
  expect(await storedFiles()).toEqual(before)
})

test.each([
  ['position', 'Product Designer', 'Please choose an opening'],
  ['name', '', 'Please enter your name'],
  ['email', 'ana', 'Please enter a valid email address'],
  ['phone', 'call me', 'Please enter a valid phone number'],
  ['letter', ' ', 'Please write a few lines about yourself'],
  ['resume', undefined, 'Please attach your résumé'],
])('apply-for-job returns the name of the invalid field: %s', async (field, value, error) => {
  expect(await apply({ [field]: value })).toEqual({
    status: 400,
    body: { error, code: 'bad_field', field },
  })
})

test('apply-for-job rejects a .docx file with oversized ZIP entry names within 5 s of CPU time', async () => {
  const bytes = Buffer.alloc(2 * 1024 * 1024)
  bytes.write('PK\u0003\u0004', 'latin1')
  for (let at = 64; at + 46 < bytes.length; at += 46) {
    bytes.write('PK\u0001\u0002', at, 'latin1')
    bytes.writeUInt16LE(0xffff, at + 28)
    bytes.writeUInt32LE(at, at + 32)
  }
  const before = process.threadCpuUsage()
  expect(await apply({ resume: new File([bytes], 'cv.docx') })).toMatchObject({
    body: { code: 'bad_file' },
  })
  expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000)
})

test('apply-for-job rejects files larger than 5 MB', async () => {
  const bytes = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
  expect(await apply({ resume: new File([bytes], 'cv.pdf') })).toMatchObject({
    status: 400,
    body: { code: 'bad_field', field: 'resume', error: 'Please attach a file of at most 5 MB' },
  })
  const largest = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024 - pdf.length)])
  expect(await apply({ resume: new File([largest], 'cv.pdf') })).toMatchObject({ status: 200 })
})

test('a failed job application leaves neither a row nor a file', async () => {
  const before = await storedFiles()
  const { sql } = market.server
  const email = applicant()
  await sql.unsafe(`
    create function public.fail() returns trigger language plpgsql
      as $$ begin raise exception 'no'; end $$;
    create trigger fail before update on public.job_applications
      for each row when (new.email = '${email}') execute function public.fail()`)
  expect(await apply({ email })).toMatchObject({ status: 500 })
  await sql.unsafe('drop function public.fail() cascade')
  expect(await applicationOf(email)).toBeUndefined()
  expect(await storedFiles()).toEqual(before)
})

test('starting a job application deletes an older application that a crash left incomplete', async () => {
  const { sql } = market.server
  const email = applicant()
  await apply({ email })
  await mailbox.settled()
  const row = await applicationOf(email)
  await sql`update public.job_applications
    set status = 'receiving', created_at = now() - interval '2 hours' where email = ${email}`
  await apply({})
  expect(await applicationOf(email)).toBeUndefined()
  expect(await storedFiles()).not.toContain(row?.['resume_path'])
})

test('a résumé is stored under a sanitized file name', async () => {
  const email = applicant()
  await apply({ email, resume: new File([pdf], '../../<b>\u202ecv\u0000.exe') })
  expect((await applicationOf(email))?.['resume_name']).toBe('....bcv.pdf')
})

function zip(files: Record<string, string>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [index, [name, text]] of Object.entries(files).entries()) {
    const content = index === 0 ? Buffer.from(text) : deflateRawSync(text)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(index === 0 ? 0 : 8, 4)
    head.writeUInt32LE(content.length, 14)
    head.writeUInt32LE(text.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), content])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    head.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    locals.push(local)
    directory.push(Buffer.concat([entry, Buffer.from(name)]))
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}
