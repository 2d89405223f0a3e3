/**
 * Settings of the embedded PostgreSQL, given on its command line so that an upgrade changes them on existing data.
 * Sized for a machine that has other things to do; whoever outgrows them sets DATABASE_URL.
 */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Realtime reads the write-ahead log; a reader that never comes back must not fill the disk.
  wal_level: 'logical',
  max_slot_wal_keep_size: '512MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
}

/** Settings that make a throw-away cluster of the tests faster at the price of surviving a power cut. */
export const throwawaySettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_senders: '40',
  max_replication_slots: '40',
}

/** Room for so many processes of the backend, each with its pools and its readers of the log. */
export function roomFor(processes: number): Record<string, string> {
  const readers = String(6 + 4 * processes)
  return {
    max_connections: String(70 + 30 * processes),
    max_wal_senders: readers,
    max_replication_slots: readers,
  }
}
