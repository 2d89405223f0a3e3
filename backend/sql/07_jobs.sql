-- Background jobs, each with its lease and its last run. All processes share this table.
create table hourspace_backend.jobs (
  name text primary key,
  -- Start and end of the last finished run; null until the first run has finished.
  started_at timestamptz,
  finished_at timestamptz,
  -- Seconds between two runs.
  every_seconds double precision,
  -- Error message of the last finished run; null if that run succeeded.
  error text,
  -- Number of failed runs since the last success, and the time of the first of these runs.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Time before which a failed job does not run again at its interval (backoff).
  retry_at timestamptz,
  -- The process that runs the job, and the end of its lease, which the process renews every few
  -- seconds. Both are null between runs. If the lease has expired, the process is dead.
  claimed_by uuid,
  claimed_until timestamptz
);
