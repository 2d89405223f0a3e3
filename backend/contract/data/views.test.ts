import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOwnTarget } from '../target.ts'
import { openArchive, type Archive } from './archive.ts'

async function isServed(archive: Archive, path: string, headers: Record<string, string> = {}) {
  await vi.waitFor(async () => {
    if (!(await archive.fetch(path, { headers })).ok) throw new Error(`${path} is not served`)
  }, 10_000)
}

const hidden = `
  drop schema if exists hidden cascade;
  create schema hidden;
  create table hidden.studios (id int primary key, name text not null);
  create table hidden.shoots (
    id int primary key,
    studio_id int references hidden.studios,
    reserve_id int references hidden.studios,
    film_id int references contract.films
  );
  create table hidden.owners (
    studio_id int references hidden.studios,
    person_id int references contract.people,
    primary key (studio_id, person_id)
  );
  create table hidden.keys (studio_id int primary key references hidden.studios, code text);
  create view hidden.inner_shoots as select id as number, film_id as film from hidden.shoots;
  insert into hidden.studios values (1, 'Shochiku'), (2, 'Toho');
  insert into hidden.shoots values (1, 2, 1, 2), (2, 2, null, 3);
  insert into hidden.owners values (1, 1), (2, 2);
  insert into hidden.keys values (2, 'x');

  create view contract.studios as select id, name from hidden.studios;
  create view contract.shoots as
    select id, studio_id, film_id, film_id as second_film_id from hidden.shoots;
  create view contract.nested_shoots as select number, film from hidden.inner_shoots;
  create view contract.owners as select studio_id, person_id from hidden.owners;
  create view contract.keys as select studio_id, code from hidden.keys;
  create view contract.reserves as select id as shoot, reserve_id from hidden.shoots;
  create function contract.shoots_of(film int) returns setof hidden.shoots language sql stable as $$
    select * from hidden.shoots where film_id = film $$;
  grant usage on schema hidden to service_role;
  grant select on all tables in schema hidden, contract to service_role;
  notify pgrst`

describe('views of tables in a schema that is not exposed', () => {
  let archive: Archive
  beforeAll(async () => {
    archive = await openArchive()
    await archive.sql.unsafe(hidden)
    await isServed(archive, '/studios')
  })
  afterAll(() => archive.close())

  const get = async (path: string) => {
    const response = await archive.fetch(path)
    return { status: response.status, body: (await response.json()) as unknown }
  }

  test.each([
    ['shoots?select=id,studios(name)&id=eq.1', [{ id: 1, studios: { name: 'Toho' } }]],
    ['studios?select=name,shoots(id)&id=eq.2', [{ name: 'Toho', shoots: [{ id: 1 }, { id: 2 }] }]],
    [
      'studios?select=name,keys(code)&order=id',
      [
        { name: 'Shochiku', keys: null },
        { name: 'Toho', keys: { code: 'x' } },
      ],
    ],
    [
      'reserves?select=shoot,studios(name)&shoot=eq.1',
      [{ shoot: 1, studios: { name: 'Shochiku' } }],
    ],
    [
      'nested_shoots?select=number,films(title)&order=number&limit=1',
      [{ number: 1, films: { title: 'Seven Samurai' } }],
    ],
    [
      'films?select=title,nested_shoots(number)&id=eq.3',
      [{ title: 'Rashomon', nested_shoots: [{ number: 2 }] }],
    ],
    [
      'studios?select=name,people(name)&id=eq.1',
      [{ name: 'Shochiku', people: [{ name: 'Agnès Varda' }] }],
    ],
    [
      'people?select=name,studios(name)&id=eq.2',
      [{ name: 'Akira Kurosawa', studios: [{ name: 'Toho' }] }],
    ],
    [
      'owners?select=people(name),studios(name)&studio_id=eq.2',
      [{ people: { name: 'Akira Kurosawa' }, studios: { name: 'Toho' } }],
    ],
    ['rpc/shoots_of?film=2&select=id,studio_id', [{ id: 1, studio_id: 2 }]],
    ['rpc/shoots_of?film=2&id=gt.0&order=id', [{ id: 1, studio_id: 2, reserve_id: 1, film_id: 2 }]],
  ])('GET /%s finds the relationships and columns behind the view', async (path, rows) => {
    expect(await get(`/${path}`)).toEqual({ status: 200, body: rows })
  })

  test('a view that shows a key column twice can be embedded through either column', async () => {
    const films = [{ title: 'Seven Samurai' }, { title: 'Rashomon' }]
    for (const column of ['film_id', 'second_film_id']) {
      const { body } = await get(`/shoots?select=films!${column}(title)&order=id`)
      expect([column, body]).toEqual([column, films.map((film) => ({ films: film }))])
    }
    const without = await get('/shoots?select=films(title)')
    expect(without).toMatchObject({ status: 300, body: { code: 'PGRST201' } })
    const inverse = await get('/films?select=title,shoots!second_film_id(id)&id=eq.3')
    expect(inverse.body).toEqual([{ title: 'Rashomon', shoots: [{ id: 2 }] }])
  })

  test('tables in a schema that is not exposed cannot be found or embedded', async () => {
    expect(await get('/inner_shoots')).toMatchObject({ body: { code: 'PGRST205' } })
    const film = await get('/films?select=id,inner_shoots(number)')
    expect(film).toMatchObject({ status: 400, body: { code: 'PGRST200' } })
    const response = await archive.fetch('/inner_shoots', {
      headers: { 'accept-profile': 'hidden' },
    })
    expect(response.status).toBe(406)
  })
})

const recursive = `
  create view contract.looping as select 1 as id, 'a' as name;
  create or replace view contract.looping as select id, name from contract.looping;
  create view contract.ping as select 1 as id;
  create view contract.pong as select id from contract.ping;
  create or replace view contract.ping as select id from contract.pong;
  create recursive view contract.chain (id, boss_id, depth) as
    select id, boss_id, 1 from contract.staff where boss_id is null
    union all
    select s.id, s.boss_id, c.depth + 1 from contract.staff s join chain c on c.id = s.boss_id`

test.runIf(isOwnTarget)(
  'the data API serves all other relations if the schema contains views that select from themselves',
  async () => {
    const archive = await openArchive()
    await archive.sql.unsafe(recursive)
    await archive.sql`grant select on all tables in schema contract to service_role`
    await archive.sql`notify pgrst`
    await expect
      .poll(async () => (await archive.fetch('/looping')).json())
      .toMatchObject({ code: '42P17' })
    const codes = await Promise.all(
      ['/looping', '/ping', '/pong'].map(async (path) => {
        const { code } = (await (await archive.fetch(path)).json()) as { code: string }
        return code
      }),
    )
    expect(codes).toEqual(['42P17', '42P17', '42P17'])
    const chain = await archive.fetch('/chain?order=id')
    expect(await chain.json()).toEqual([
      { id: 1, boss_id: null, depth: 1 },
      { id: 2, boss_id: 1, depth: 2 },
      { id: 3, boss_id: 2, depth: 3 },
    ])
    expect((await archive.fetch('/films')).status).toBe(200)
    expect((await archive.fetch('/')).status).toBe(200)
    await archive.close()
  },
)

test.runIf(isOwnTarget)(
  'a computed field may be defined in a schema of the extra search path',
  async () => {
    const archive = await openArchive({ extraSearchPath: ['public', 'helpers'] })
    await archive.sql.unsafe(`create schema helpers;
      create function helpers.shout(contract.films) returns text
        language sql immutable as $$ select upper($1.title) $$;
      create function helpers.full_title(contract.films) returns text
        language sql immutable as $$ select 'not this one' $$;
      grant usage on schema helpers to service_role`)
    const response = await archive.fetch(
      '/films?select=shout,full_title&shout=eq.RASHOMON&order=shout',
    )
    expect(await response.json()).toEqual([{ shout: 'RASHOMON', full_title: 'Rashomon (1950)' }])
    expect((await archive.fetch('/rpc/shout', { method: 'POST' })).status).toBe(404)
    await archive.close()
  },
)

test('a partition is served only through its parent table', async () => {
  const archive = await openArchive()
  expect((await archive.fetch('/visits?day=lt.2025-01-01')).status).toBe(200)
  const response = await archive.fetch('/visits_2024')
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'PGRST205' }])
  await archive.close()
})

describe.runIf(isOwnTarget)('schemas with unusual names', () => {
  const odd = ['film lab', 'Größe', 'semi;colon', 'a"b', 'select', "it's", 'x,y'] as const
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  let archive: Archive
  beforeAll(async () => {
    const schemas = ['public', 'contract', ...odd]
    archive = await openArchive({ schemas, extraSearchPath: ['public', 'extensions', 'my lib'] })
    const lib = `create schema "my lib";
      create function "my lib".greeting() returns text language sql immutable as $$ select 'hi' $$;
      grant usage on schema "my lib" to public`
    const each = odd.map(
      (name) => `create schema ${quoted(name)};
        create table ${quoted(name)}."my table" (id int primary key, "a b" text);
        insert into ${quoted(name)}."my table" values (1, 'x');
        create function ${quoted(name)}."my function"("an argument" int) returns text
          language plpgsql stable as $$ begin
            return greeting() || (select "a b" from "my table" where id = "an argument");
          end $$;
        grant usage on schema ${quoted(name)} to service_role;
        grant all on all tables in schema ${quoted(name)} to service_role`,
    )
    await archive.sql.unsafe([lib, ...each, 'notify pgrst'].join(';\n'))
    const headers = { 'accept-profile': 'film lab' }
    await isServed(archive, '/my%20table', headers)
  })
  afterAll(() => archive.close())

  test.each(odd)(
    'the data API reads, writes and calls functions in the schema %j',
    async (name) => {
      // fetch accepts only Latin-1 header values, so each UTF-8 byte becomes one character.
      const profile = Buffer.from(name).toString('latin1')
      const headers = {
        'accept-profile': profile,
        'content-profile': profile,
        'content-type': 'application/json',
      }
      const read = await archive.fetch('/my%20table?%22a%20b%22=eq.x', { headers })
      expect([read.status, await read.json()]).toEqual([200, [{ id: 1, 'a b': 'x' }]])
      expect(read.headers.get('content-profile')).toBe(profile)
      const written = await archive.fetch('/my%20table', {
        method: 'POST',
        headers: { ...headers, prefer: 'return=headers-only' },
        body: '{"id":2,"a b":"y"}',
      })
      expect([written.status, written.headers.get('location')]).toEqual([
        201,
        '/my%20table?id=eq.2',
      ])
      const called = await archive.fetch('/rpc/my%20function?an%20argument=2', { headers })
      expect([called.status, await called.json()]).toEqual([200, 'hiy'])
      expect((await archive.fetch('/', { headers })).status).toBe(200)
      const unknown = await archive.fetch('/nope', { headers })
      expect(await unknown.json()).toMatchObject({ code: 'PGRST205' })
    },
  )
})
