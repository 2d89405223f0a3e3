import { expect, test } from 'vitest'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import { ReplicationStream } from './replication-stream.ts'
import { openSlot } from './replication-slots.ts'

test('openSlot gives each of four concurrent connections a replication slot', async () => {
  const database = await createTestDatabase()
  // Repeats the start several times, because a single attempt may not reproduce the race.
  for (let round = 0; round < 8; round += 1) {
    await database.sql.unsafe(`do $$
      begin
        if current_setting('server_version_num')::int >= 180000 then
          execute 'alter publication supabase_realtime set (publish_generated_columns = none)';
        end if;
      end $$`)
    const streams = await Promise.all(
      Array.from({ length: 4 }, () => ReplicationStream.connect(database.url)),
    )
    const opened = await Promise.allSettled(
      streams.map((stream, n) => openSlot(stream, `hourspace_test_${round}_${n}`)),
    )
    for (const stream of streams) stream.close()
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  await database.drop()
})
